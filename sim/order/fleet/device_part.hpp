#pragma once

#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

/// What one device of several is to do: the tasks of an instance that are dealt to it, its task i being tasks[i] of
/// all.
Instance part_of(const Instance& instance, const Order& tasks);

/// The policy's plan of that part, in the numbers of all tasks; of no tasks an empty one, which is proven.
Planned plan_part(const Policy& policy, const Instance& instance, const Order& tasks, const PlanOptions& options);

/// evaluate::lower_bound() of that part; of no tasks what they cost.
Millis bound_of_part(const Instance& instance, const Order& tasks, Objective objective);

}  // namespace warpshop::order
