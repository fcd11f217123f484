#pragma once

#include <cstddef>
#include <vector>

#include "sim/model/cost_distribution.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/fleet/deal.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/slot_orders.hpp"

namespace warpshop::order {

/// Lets the policy order each device's tasks, see plan_parts(); for a fleet of one what the policy says. The plan is
/// proven optimal if the whole meets the fleet's lower bound, for a policy that seeks that or has proven it of every
/// device.
///
/// Two policies are judged by what the whole fleet costs: `best` goes on with search_orders() on a bus; where there are
/// few_deals(), no budget and no proof, it looks at every deal. `gated` starts from what `best` makes of the
/// fleet in that way, and goes on with search_gates(); of a budget of time it leaves half to `best`.
Planned plan(const Policy& policy, const Fleet& fleet, const Dealt& dealt, const PlanOptions& options);

/// The same of what deal() deals.
Planned plan(const Policy& policy, const Fleet& fleet, const PlanOptions& options);

/// The order of each device as it is given, which keeps precedence; orders: by device, of all tasks together. Gates go
/// with ordered submission. Throws InputError: a gate that holds nothing back, or would never open.
Planned plan_as_given(const Fleet& fleet, const std::vector<Order>& orders, Submission submission,
                      const PlanOptions& options, const std::vector<Gate>& gates = {});

/// The same of deal(), each device keeping the given order among its own tasks.
Planned plan_as_given(const Fleet& fleet, const Order& order, Submission submission, const PlanOptions& options,
                      const std::vector<Gate>& gates = {});

/// Many random orders, and the one among them with the median cost.
struct RandomOrders {
  CostDistribution distribution;
  Planned median;  ///< the first of those that cost distribution.median
};

/// So many orders by the policy `random`, at least one, and what each costs in the contended model. Drawn
/// independently of each other, with repetitions; the first one is that of options.seed itself.
RandomOrders random_orders(const Fleet& fleet, const Dealt& dealt, const PlanOptions& options, std::size_t count);

/// The cheapest of all plans of a fleet, by what all devices cost together: every deal that keeps together what
/// precedence connects, with every order, and with every choice of gates where they may change; `known` if none is
/// cheaper than that. Proven, but for rounds where memory is short, which might be cut elsewhere. Requires
/// are_few_plans().
Planned over_every_plan(const Fleet& fleet, Objective objective, Changes changes, Planned known);

}  // namespace warpshop::order
