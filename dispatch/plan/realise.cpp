#include "dispatch/plan/realise.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "kernels/kernel.hpp"
#include "sim/model/error.hpp"
#include "sim/model/resolve_copy.hpp"

namespace warpshop::dispatch {
namespace {

constexpr const char* kStandIn = "arithmetic";
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

/// Throws where the profile does not say how long copies take, and where none is that long, or that large.
void realise_copy(std::optional<CopySpec>& copy, Direction direction, const Workload& workload, const Device& device) {
  if (copy) {
    copy = copy_on(*copy, workload, device);
  }
  if (copy && std::holds_alternative<Bytes>(copy->amount) && std::get<Bytes>(copy->amount).count > kLargestCopy) {
    throw InputError(workload.file, copy->mark,
                     fmt::format("a copy of {} B is larger than can be run, expected at most 1 TiB",
                                 std::get<Bytes>(copy->amount).count));
  }
  if (!copy || !std::holds_alternative<Millis>(copy->amount)) {
    return;
  }
  const TransferModel& transfer = device.transfer(copy->memory, direction);
  const char* missing = !transfer.latency ? "latency" : transfer.points.empty() && !transfer.alone ? "alone" : nullptr;
  if (missing != nullptr) {
    const std::string path = transfer_path(copy->memory, direction, missing);
    throw InputError(workload.file, copy->mark,
                     fmt::format("a copy given as a duration is played by as many bytes as take that long, but the "
                                 "profile of device {} has no {}, expected a profile that has one, or --set {}=...",
                                 device.name, path, path));
  }
  const Millis duration = std::get<Millis>(copy->amount);
  if (duration > transfer.time_alone(Bytes{kLargestCopy})) {
    throw InputError(workload.file, copy->mark,
                     fmt::format("a copy of {} ms is longer than 1 TiB, the most that is played, takes on device {}, "
                                 "expected less",
                                 duration.count(), device.name));
  }
  copy->amount = size_of(duration, transfer);
}

KernelCall stand_in_for(Millis duration, const KernelSpec& spec, const Workload& workload, const Device& device) {
  const auto model = device.kernels.find(kStandIn);
  if (model == device.kernels.end() || !model->second.timed() || *model->second.per_element <= Millis{0}) {
    throw InputError(workload.file, spec.mark,
                     fmt::format("a kernel given as a duration is played by the kernel '{}', which the profile of "
                                 "device {} does not know, expected a kernel by name and elements",
                                 kStandIn, device.name));
  }
  const double elements = (duration - *model->second.invocation) / *model->second.per_element;
  if (elements > static_cast<double>(kMostElements)) {
    throw InputError(workload.file, spec.mark,
                     fmt::format("a kernel of {} ms is longer than '{}' can play on device {}, expected less",
                                 duration.count(), kStandIn, device.name));
  }
  return {.name = kStandIn, .elements = kernels::whole_units(*kernels::find(kStandIn), elements)};
}

/// A clock counts nanoseconds in 64 bits: 292 years.
void check_waits(const Task& task, const Workload& workload) {
  constexpr Millis kLongestWait{1e12};
  if (task.release > kLongestWait) {
    throw InputError(
        workload.file, task.mark,
        fmt::format("the release of task '{}' is too late to be waited for, expected at most 1e9 s", task.name));
  }
  for (const Predecessor& before : task.after) {
    if (before.lag > kLongestWait) {
      throw InputError(
          workload.file, task.mark,
          fmt::format("the lag of task '{}' after '{}' is too long to be waited for, expected at most 1e9 s", task.name,
                      before.task));
    }
  }
}

void check_call(const KernelCall& call, const KernelSpec& spec, const Workload& workload) {
  const kernels::Kernel* kernel = kernels::find(call.name);
  if (kernel == nullptr) {
    std::string known;
    for (const kernels::Kernel& each : kernels::all()) {
      known += (known.empty() ? "" : ", ") + std::string(each.code.name);
    }
    throw InputError(
        workload.file, spec.mark,
        fmt::format("no kernel '{}' can be run, expected --kernels-of a device that knows it, or one of: {}", call.name,
                    known));
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
    check_waits(task, workload);
    realise_copy(task.h2d, Direction::h2d, workload, device);
    realise_copy(task.d2h, Direction::d2h, workload, device);
    if (task.kernel) {
      if (const auto duration = given_time(*task.kernel)) {
        task.kernel->work = stand_in_for(*duration, *task.kernel, workload, device);
      }
      check_call(std::get<KernelCall>(task.kernel->work), *task.kernel, workload);
    }
  }
  return workload;
}

Workload as_long_as_on(const Device& device, Workload workload, std::set<std::string>& played) {
  for (Task& task : workload.tasks) {
    const auto* call = task.kernel ? std::get_if<KernelCall>(&task.kernel->work) : nullptr;
    const auto known = call == nullptr ? device.kernels.end() : device.kernels.find(call->name);
    if (known != device.kernels.end() && known->second.timed()) {
      played.insert(call->name);
      task.kernel->work = known->second.time(call->elements);
    }
  }
  return workload;
}

GivenDurations given_durations(std::span<const Workload> workloads) {
  const auto is_duration = [](const std::optional<CopySpec>& copy) {
    return copy && std::holds_alternative<Millis>(copy->amount);
  };
  GivenDurations given;
  for (const Workload& workload : workloads) {
    for (const Task& task : workload.tasks) {
      given.copies = given.copies || is_duration(task.h2d) || is_duration(task.d2h);
      given.kernels = given.kernels || (task.kernel && given_time(*task.kernel));
    }
  }
  return given;
}

std::vector<Note> played_notes(std::span<const Workload> workloads) {
  const GivenDurations played = given_durations(workloads);
  if (!played.copies && !played.kernels) {
    return {};
  }
  return {{.where = "",
           .text = std::string("stages given as durations are played: ") +
                   (played.copies ? "copies by as many bytes as take that long alone" : "") +
                   (played.copies && played.kernels ? ", " : "") + (played.kernels ? "kernels by `arithmetic`" : "")}};
}

}  // namespace warpshop::dispatch
