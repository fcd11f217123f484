#pragma once

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::order {

/// What one device of several is to do: the tasks of an instance that are dealt to it, its task i being tasks[i] of
/// all.
Instance part_of(const Instance& instance, const Order& tasks);

/// A plan of that part, in the numbers of all tasks.
Plan in_all_tasks(Plan plan, const Order& tasks);

}  // namespace warpshop::order
