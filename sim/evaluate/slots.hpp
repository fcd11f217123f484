#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// No slot: slots are positions in the order of a plan.
inline constexpr std::uint32_t kNoSlot = std::numeric_limits<std::uint32_t>::max();

/// By task: its slot in an order; kNoSlot of one that is not in it.
inline std::vector<std::uint32_t> slots_of(const Instance& instance, std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> slots(instance.size(), kNoSlot);
  for (std::uint32_t slot = 0; slot < order.size(); ++slot) {
    slots[order[slot]] = slot;
  }
  return slots;
}

}  // namespace warpshop::evaluate
