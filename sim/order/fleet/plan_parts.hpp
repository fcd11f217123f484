#pragma once

#include "sim/model/fleet.hpp"
#include "sim/order/fleet/deal.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

/// The policy's plan of what each device is dealt, as if it were alone; predicted is the cost of the whole, in the
/// policy's model. It says proven or seeking where that is so of all devices, or of any. A budget of evaluations is
/// each device's; one of time is for all: what the deal has left of it is shared out by numbers of tasks, and what a
/// device does not use is for those after it.
Planned plan_parts(const Policy& policy, const Fleet& fleet, const Dealt& dealt, const PlanOptions& options);

}  // namespace warpshop::order
