#pragma once

#include "sim/model/fleet.hpp"
#include "sim/model/policy.hpp"
#include "sim/order/fleet/deal.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::study {

/// What a policy plans, an order or a way of sharing; the fleet of the latter is one device, prepared for it. One that
/// starts from the plan of an order is given it. On a prepared device the free streams of hyperq are those of leftover:
/// kernels overlap as the hardware lets them (S5 3.6.3).
Planned plan_of(const NamedPolicy& named, const Fleet& fleet, const order::Dealt& dealt, const PlanOptions& options);

}  // namespace warpshop::study
