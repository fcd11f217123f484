#include "sim/model/short_copies.hpp"

#include <algorithm>

namespace warpshop {
namespace {

/// The first device on which the copy is short.
const Device* short_on(const CopySpec& copy, Direction direction, std::span<const Device> devices) {
  const auto* duration = std::get_if<Millis>(&copy.amount);
  if (duration == nullptr || copy.latency || copy.size || *duration <= Millis{0}) {
    return nullptr;
  }
  const auto found = std::find_if(devices.begin(), devices.end(), [&](const Device& device) {
    return *duration < kShortCopyLatencies * device.transfer(copy.memory, direction).latency.value_or(Millis{0});
  });
  return found == devices.end() ? nullptr : &*found;
}

}  // namespace

std::optional<ShortCopies> short_copies(const Workload& workload, std::span<const Device> devices) {
  std::optional<ShortCopies> found;
  for (const Task& task : workload.tasks) {
    bool counted = false;
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const auto& copy = direction == Direction::h2d ? task.h2d : task.d2h;
      const Device* const device = copy ? short_on(*copy, direction, devices) : nullptr;
      if (device == nullptr || counted) {
        continue;
      }
      counted = true;
      if (!found) {
        found.emplace(ShortCopies{.tasks = 0, .first = task, .direction = direction, .copy = *copy, .device = *device});
      }
      found->tasks += task.count;
    }
  }
  return found;
}

}  // namespace warpshop
