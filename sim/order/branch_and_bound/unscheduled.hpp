#pragma once

#include <cstdint>
#include <span>

namespace warpshop::order {

/// The tasks that a prefix leaves, in three shapes.
struct Unscheduled {
  std::span<const std::uint32_t> tasks;
  std::span<const std::uint8_t> left;  ///< by task: 1 if it is among them
  std::uint32_t mask = 0;              ///< bit t: task t is; of the first 32 tasks
};

}  // namespace warpshop::order
