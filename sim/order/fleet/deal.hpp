#pragma once

#include <vector>

#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/order/policies.hpp"

namespace warpshop::order {

/// Tasks as they are dealt to the devices.
struct Dealt {
  std::vector<Order> parts;  ///< by device, in input order
  Millis took{0};            ///< by the clock
};

/// Which tasks each device gets; tasks that come after one another stay on one device. Whatever policy
/// orders them afterwards.
///
/// From deal_by_load() on, each device's tasks are ordered by neh-gpu, and the deal is judged by what the fleet then
/// costs. As long as that makes it cost less, connected tasks move to another device, or change places with others
/// there; for the makespan and the lateness without a bus they come from the device that costs most. A change that
/// lower_bound() rules out is not tried. Where nothing helps any more, the deal is mixed up a few times and improved
/// anew, and the best one counts. The work is limited by a fixed number, about: from 100 tasks a device on for two
/// devices, 80 for four, 50 for sixteen, the deal is that by load. A budget of time limits it instead, of which it
/// uses half at most, about; one of evaluations is for what follows.
Dealt deal(const Fleet& fleet, const PlanOptions& options);

/// Which tasks each device gets, in input order, where it counts when tasks end: as they are released, each goes to the
/// device where it ends first, but after the tasks that it is connected with. Of those released together the most
/// urgent first. O(n log n) for a device.
std::vector<Order> deal_by_list(const Fleet& fleet, Objective objective);

}  // namespace warpshop::order
