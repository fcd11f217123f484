#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop {

/// An instance for each group of tasks, which are then 0, 1, … in the group's order; precedence between groups is left
/// out. Each task is in one group at most. O(n + number of groups).
std::vector<Instance> split(const Instance& instance, std::span<const Order> groups);

}  // namespace warpshop
