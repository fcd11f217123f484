#pragma once

#include "sim/model/fleet.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

/// Whether every deal of so few tasks may be looked at: at most ten tasks, at most 1024 ways of dealing those that
/// precedence connects to two devices or more, which know nothing of each other.
bool few_deals(const Fleet& fleet);

/// The policy's plan for the deal for which the fleet costs least, `known` if none is better than that; proven optimal
/// if no deal that keeps connected tasks together is left that might be better by more than the proofs of its parts and
/// this one allow, 1e-9 each. Requires few_deals(). A deal is left out where the lower bounds of its parts say that it
/// is no better than what has been found; the policy is asked once about some tasks on a device, and not again on
/// others like it.
Planned over_every_deal(const Policy& policy, const Fleet& fleet, const PlanOptions& options, const Planned& known);

}  // namespace warpshop::order
