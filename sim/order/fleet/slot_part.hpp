#pragma once

#include <span>
#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/slot_orders.hpp"

namespace warpshop::order {

/// The tasks of one device of several, in the numbers of all, and the instance that they make by themselves, in which
/// task i is tasks[i].
struct SlotPart {
  Order tasks;
  Instance instance;
};

/// Tasks in input order.
SlotPart slot_part(const Fleet& fleet, std::size_t device, Order tasks);

/// The plan of all devices, in the numbers of all tasks, where each has an order with gates in the numbers of its own.
Plan plan_of(std::span<const SlotPart> parts, std::span<const SlotOrder> slots);

/// The same of one device.
Plan plan_of(const SlotPart& part, const SlotOrder& slots);

}  // namespace warpshop::order
