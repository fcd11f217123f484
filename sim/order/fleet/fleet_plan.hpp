#pragma once

#include "sim/model/fleet.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/fleet/deal.hpp"
#include "sim/order/policy.hpp"

namespace warpshop::order {

/// Lets the policy order each device's tasks; for a fleet of one what the policy says. Predicted is the cost of the
/// whole, in the policy's model. The plan is proven optimal if the whole meets the fleet's lower bound, for a policy
/// that seeks that or has proven it of every device. Where that is not so, a policy that seeks the optimum has no
/// budget, and there are few_deals(), it looks at every deal.
///
/// A budget of evaluations is each device's. One of time is for all: what the deal has left of it is shared out by
/// numbers of tasks, and what a device does not use is for those after it.
Planned plan(const Policy& policy, const Fleet& fleet, const Dealt& dealt, const Options& options);

/// The same of what deal() deals.
Planned plan(const Policy& policy, const Fleet& fleet, const Options& options);

/// deal(), and a given order, which keeps precedence, on each device.
Planned plan_as_given(const Fleet& fleet, const Order& order, Submission submission, const Options& options);

}  // namespace warpshop::order
