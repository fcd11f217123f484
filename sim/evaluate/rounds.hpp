#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// Whether the footprints of all tasks together are more than the device's memory.
bool needs_rounds(const Instance& instance);

/// Plan::rounds of an order: each round takes the tasks that come next for as long as their footprints fit into the
/// device's memory together, so there are as few rounds as the order allows. Empty where all fit at once.
std::vector<std::uint32_t> rounds_of(const Instance& instance, std::span<const std::uint32_t> order);

}  // namespace warpshop::evaluate
