#pragma once

#include "sim/model/fleet.hpp"
#include "sim/order/policy.hpp"

namespace warpshop::order {

/// Whether the devices know nothing of each other and there are at most 1024 ways of dealing the connected tasks to
/// them.
bool every_deal_is_looked_at(const Fleet& fleet);

/// The policy's plan for the deal for which the fleet costs least, `known` if none is better than that; proven optimal
/// if no deal has been left open. A deal is left out where the lower bounds of its parts say that it is no better than
/// what has been found; what the policy says of a part of the tasks on a device is asked for once.
Planned over_every_deal(const Policy& policy, const Fleet& fleet, const Options& options, const Planned& known);

}  // namespace warpshop::order
