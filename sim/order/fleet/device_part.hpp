#pragma once

#include <cstddef>
#include <span>

#include "sim/model/fleet.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/slot_orders.hpp"

namespace warpshop::order {

/// What one device of several is to do: the tasks of an instance that are dealt to it, its task i being tasks[i] of
/// all.
Instance part_of(const Instance& instance, const Order& tasks);

/// The policy's plan of that part, in the numbers of all tasks; of no tasks an empty one, which is proven.
Planned plan_part(const Policy& policy, const Instance& instance, const Order& tasks, const PlanOptions& options);

/// Those tasks, and the instance that they make by themselves, in which task i is tasks[i]. In input order.
struct SlotPart {
  Order tasks;
  Instance instance;
};
SlotPart slot_part(const Fleet& fleet, std::size_t device, Order tasks);

/// The plan of one device, or of all, in the numbers of all tasks, where each has an order with gates in the numbers of
/// its own.
Plan plan_of(const SlotPart& part, const SlotOrder& slots);
Plan plan_of(std::span<const SlotPart> parts, std::span<const SlotOrder> slots);

/// evaluate::lower_bound() of that part; of no tasks what they cost.
Millis bound_of_part(const Instance& instance, const Order& tasks, Objective objective);

}  // namespace warpshop::order
