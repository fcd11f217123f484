#pragma once

#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/fleet/deal.hpp"
#include "sim/order/policies.hpp"

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

}  // namespace warpshop::order
