#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop {

/// The tasks in groups that precedence connects, each in input order, groups by their first tasks; a task that
/// precedence leaves alone is a group of its own. O((n + e) log n), e the pairs of precedence.
std::vector<Order> connected_tasks(const Instance& instance);
std::vector<Order> connected_tasks(std::size_t tasks, std::span<const Precedence> precedence);

/// Whether each task of an order, of two or more, waits for the one before it: no two of them run at once. order: one
/// that keeps precedence.
bool is_one_chain(const Instance& instance, std::span<const std::uint32_t> order);

/// An instance for each group of tasks, which are then 0, 1, … in the group's order; precedence between groups is left
/// out. Each task is in one group at most. O(n + number of groups).
std::vector<Instance> in_groups(const Instance& instance, std::span<const Order> groups);

}  // namespace warpshop
