#pragma once

#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

// The same as for one instance, of a plan for a fleet; for a fleet of one, what they say there.
//
// Devices that share no bus run side by side and know nothing of each other. On a bus, the payloads that move in one
// direction at an instant share its bandwidth max-min fairly, which is another one while any device moves payload the
// other way (see share_bus()): each asks for its rate under the rules of its own device times the bandwidth that a copy
// of its size has alone, and what it is given takes the place of that rate until something begins or ends. Latencies
// take what they take.

Millis makespan(const Fleet& fleet, const Plan& plan);
Millis cost(const Fleet& fleet, const Plan& plan, Objective objective);
Timeline timeline(const Fleet& fleet, const Plan& plan);

/// Whether any device shares a bus with others.
bool on_a_bus(const Fleet& fleet);

}  // namespace warpshop::evaluate
