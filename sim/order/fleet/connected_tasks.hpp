#pragma once

#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::order {

/// The tasks in groups that precedence connects, each in input order, groups by their first tasks; a task that
/// precedence leaves alone is a group of its own. O((n + e) log n), e the pairs of precedence.
std::vector<Order> connected_tasks(const Instance& instance);

}  // namespace warpshop::order
