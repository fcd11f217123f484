#pragma once

#include "sim/model/fleet.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/policy.hpp"

namespace warpshop::order {

/// Deals the tasks to the devices, see deal(), and lets the policy order each device's; for a fleet of one what the
/// policy says. Predicted is the cost of the whole, in the policy's model. The plan is proven optimal if the whole
/// meets the fleet's lower bound, for a policy that seeks that or has proven it of every device. Where that is not so,
/// a policy that seeks the optimum has no budget, and there are few_deals(), it looks at every deal.
Planned plan(const Policy& policy, const Fleet& fleet, const Options& options);

/// The same with a given order, which keeps precedence, on each device.
Planned plan_as_given(const Fleet& fleet, const Order& order, Submission submission, Objective objective);

}  // namespace warpshop::order
