#pragma once

#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::order {

/// Which tasks each device gets, in input order, where it counts when tasks end: as they are released, each goes to the
/// device where it ends first, but after the tasks that it is connected with. Of those released together the most
/// urgent first. O(n log n) for a device.
std::vector<Order> deal_by_list(const Fleet& fleet, Objective objective);

}  // namespace warpshop::order
