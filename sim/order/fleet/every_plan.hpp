#pragma once

#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/slot_orders.hpp"

namespace warpshop::order {

/// The cheapest of all plans of a fleet, by what all devices cost together: every deal that keeps together what
/// precedence connects, with every order, and with every choice of gates where they may change; `known` if none is
/// cheaper than that. Proven, but for rounds where memory is short, which might be cut elsewhere. Requires
/// are_few_plans().
Planned over_every_plan(const Fleet& fleet, Objective objective, Changes changes, Planned known);

}  // namespace warpshop::order
