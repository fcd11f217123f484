#pragma once

#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::order {

/// Which tasks each device gets, in input order; tasks that come after one another stay on one device. Whatever policy
/// orders them afterwards.
///
/// From deal_by_load() on, each device's tasks are ordered by neh-gpu, and the deal is judged by what the fleet then
/// costs. As long as that makes it cost less, connected tasks move to another device, or change places with others
/// there; for the makespan and the lateness they come from the device that costs most. A change that lower_bound()
/// rules out is not tried. A fixed amount of changes is tried, so that with more than some 100 tasks a device the deal
/// is that by load, which is then as good as even.
std::vector<Order> deal(const Fleet& fleet, Objective objective);

}  // namespace warpshop::order
