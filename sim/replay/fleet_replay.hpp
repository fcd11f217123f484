#pragma once

#include "sim/model/fleet.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::replay {

// A plan for a fleet, replayed on all of its devices at once; for a fleet of one as in replay.hpp. Where devices share
// a bus, their payloads are SimGrid communications over a link that all of them share.

/// Throws as for one device.
Timeline simulate(const Fleet& fleet, const Plan& plan);

/// The same in this very process, which has replayed nothing yet.
Timeline replay_here(const Fleet& fleet, const Plan& plan);

}  // namespace warpshop::replay
