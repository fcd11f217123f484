#include "dispatch/split/gpu_part_time.hpp"

#include <fmt/format.h>

#include "sim/model/error.hpp"

namespace warpshop::dispatch {
namespace {

void check_transfer(const Device& device, Direction direction) {
  const TransferModel& transfer = device.transfer(Memory::pinned, direction);
  const char* missing = !transfer.latency ? "latency" : transfer.points.empty() && !transfer.alone ? "alone" : nullptr;
  if (missing != nullptr) {
    const std::string path = transfer_path(Memory::pinned, direction, missing);
    throw InputError(fmt::format("the profile of device {} has no {}, expected a profile that has one, or --set {}=...",
                                 device.name, path, path));
  }
}

}  // namespace

std::function<Millis(std::int64_t elements)> gpu_part_time(const Device& device, const kernels::Kernel& kernel) {
  const std::string name(kernel.code.name);
  const auto model = device.kernels.find(name);
  if (model == device.kernels.end() || !model->second.timed()) {
    throw InputError(
        fmt::format("the profile of device {} does not say how long kernel {} takes, expected a profile "
                    "that does, or --gpu-rate",
                    device.name, name));
  }
  check_transfer(device, Direction::h2d);
  check_transfer(device, Direction::d2h);
  const StreamGaps gaps = device.gaps.value_or(StreamGaps{});
  return [in = device.transfer(Memory::pinned, Direction::h2d), out = device.transfer(Memory::pinned, Direction::d2h),
          work = model->second, between = gaps.copy_kernel + gaps.kernel_copy,
          layout = kernel.layout](std::int64_t elements) {
    if (elements == 0) {
      return Millis{0};
    }
    const kernels::Layout sizes = layout(elements);
    return in.time_alone(sizes.input) + work.time(elements) + out.time_alone(sizes.output) + between;
  };
}

std::vector<std::string> gpu_part_paths(const kernels::Kernel& kernel) {
  const std::string of_kernel = "kernels." + std::string(kernel.code.name);
  std::vector<std::string> paths{of_kernel + ".per_element", of_kernel + ".invocation"};
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    for (const char* figure : {"latency", "alone"}) {
      paths.push_back(transfer_path(Memory::pinned, direction, figure));
    }
  }
  return paths;
}

}  // namespace warpshop::dispatch
