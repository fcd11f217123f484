#include "dispatch/realise.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "kernels/kernel.hpp"
#include "sim/model/error.hpp"

namespace warpshop::dispatch {
namespace {

constexpr const char* kPlayer = "arithmetic";
constexpr std::int64_t kMostElements = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kLargestCopy = std::int64_t{1} << 40;

/// The largest size, 1 … kLargestCopy, that takes no longer than `duration` alone; its time grows with the size.
Bytes size_of(Millis duration, const TransferModel& transfer) {
  std::int64_t low = 1;
  std::int64_t high = kLargestCopy;
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    if (transfer.time_alone(Bytes{middle}) <= duration) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return Bytes{low};
}

void realise_copy(std::optional<CopySpec>& copy, Direction direction, const Device& device) {
  if (copy && std::holds_alternative<Millis>(copy->amount)) {
    copy->amount = size_of(std::get<Millis>(copy->amount), device.transfer(copy->memory, direction));
  }
}

KernelCall play(Millis duration, const KernelSpec& spec, const Workload& workload, const Device& device) {
  const auto model = device.kernels.find(kPlayer);
  if (model == device.kernels.end() || model->second.per_element <= Millis{0}) {
    throw InputError(workload.file, spec.mark,
                     fmt::format("a kernel given as a duration is played by the kernel '{}', which the profile of "
                                 "device {} does not know, expected a kernel by name and elements",
                                 kPlayer, device.name));
  }
  const double elements = (duration - model->second.invocation) / model->second.per_element;
  if (elements > static_cast<double>(kMostElements)) {
    throw InputError(workload.file, spec.mark,
                     fmt::format("a kernel of {} ms is longer than '{}' can play on device {}, expected less",
                                 duration.count(), kPlayer, device.name));
  }
  return {.name = kPlayer, .elements = kernels::whole_units(*kernels::find(kPlayer), elements)};
}

void check_call(const KernelCall& call, const KernelSpec& spec, const Workload& workload) {
  const kernels::Kernel* kernel = kernels::find(call.name);
  if (kernel == nullptr) {
    std::string known;
    for (const kernels::Kernel& each : kernels::all()) {
      known += (known.empty() ? "" : ", ") + std::string(each.code.name);
    }
    throw InputError(workload.file, spec.mark,
                     fmt::format("no kernel '{}' can be run, expected one of: {}", call.name, known));
  }
  if (call.elements < 1 || call.elements > kMostElements || call.elements % kernel->unit != 0) {
    throw InputError(
        workload.file, spec.mark,
        fmt::format("kernel '{}' cannot be run on {} elements, expected a multiple of {} from {} to {}", call.name,
                    call.elements, kernel->unit, kernel->unit, kMostElements / kernel->unit * kernel->unit));
  }
}

}  // namespace

Workload realise(Workload workload, const Device& device) {
  for (Task& task : workload.tasks) {
    realise_copy(task.h2d, Direction::h2d, device);
    realise_copy(task.d2h, Direction::d2h, device);
    if (task.kernel) {
      if (const auto* duration = std::get_if<Millis>(&task.kernel->work)) {
        task.kernel->work = play(*duration, *task.kernel, workload, device);
      }
      check_call(std::get<KernelCall>(task.kernel->work), *task.kernel, workload);
    }
  }
  return workload;
}

bool has_durations(const Workload& workload) {
  for (const Task& task : workload.tasks) {
    const auto is_duration = [](const std::optional<CopySpec>& copy) {
      return copy && std::holds_alternative<Millis>(copy->amount);
    };
    if (is_duration(task.h2d) || is_duration(task.d2h) ||
        (task.kernel && std::holds_alternative<Millis>(task.kernel->work))) {
      return true;
    }
  }
  return false;
}

}  // namespace warpshop::dispatch
