#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "sim/model/device.hpp"
#include "sim/model/stage.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// Copies given as durations that are mostly latency, which another copy does not slow down: to take them for payload
/// as a whole is wrong by up to their latency.
struct ShortCopies {
  std::size_t tasks;     ///< with such a copy, repeats counted
  const Task& first;     ///< of them
  Direction direction;   ///< of its first such copy
  const CopySpec& copy;  ///< that one
  const Device& device;  ///< the first one by whose latency it is short
};

/// A copy is short if its duration is above 0 and below so many latencies of the profile.
inline constexpr double kShortCopyLatencies = 10;

/// Of a workload on any of the devices, if there are any: none whose latency the workload says. The answer refers to
/// both.
std::optional<ShortCopies> short_copies(const Workload& workload, std::span<const Device> devices);

}  // namespace warpshop
