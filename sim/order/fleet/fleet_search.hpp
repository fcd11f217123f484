#pragma once

#include "sim/model/fleet.hpp"
#include "sim/order/fleet/deal.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

/// For devices on a bus, which hold each other up: from `known` or what any of the cheaper_policies() makes of the
/// deal, whichever costs the fleet least, threshold_accepting() over the orders of all devices at once, judged by what
/// the fleet then costs. Never worse than any of them. Tasks stay where they are dealt. Of a budget of time half is for
/// the policies; of one of evaluations the search has as many as each device.
Planned search_orders(const Fleet& fleet, const Dealt& dealt, const PlanOptions& options, Planned known);

/// The plan with gates where the fleet then costs less, and with other orders on the devices; never worse than `known`,
/// which has none. On a bus all devices at once; else one after the other, those alone that count.
Planned search_gates(const Fleet& fleet, const PlanOptions& options, Planned known);

}  // namespace warpshop::order
