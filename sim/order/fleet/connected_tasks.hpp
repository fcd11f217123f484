#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::order {

/// The tasks in groups that precedence connects, each in input order, groups by their first tasks; a task that
/// precedence leaves alone is a group of its own. O((n + e) log n), e the pairs of precedence.
std::vector<Order> connected_tasks(const Instance& instance);

/// The tasks of the chosen groups, in input order.
Order tasks_of(std::span<const Order> groups, std::span<const std::size_t> chosen);

}  // namespace warpshop::order
