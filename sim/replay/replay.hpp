#pragma once

#include "sim/model/fleet.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::replay {

/// Replays a plan on a SimGrid event model of the fleet's devices, all at once: each engine (h2d copies, kernels, d2h
/// copies) is an actor on a host whose speed is the rate of what it does, alone or beside an opposing payload;
/// SimGrid's clock says when everything ends. Where devices share a bus, their payloads are SimGrid communications over
/// a link that all of them share. Who goes next is decided by evaluate::Engines, so replay and evaluation agree on the
/// rules and differ in how time passes; the unit of the clock follows from what the evaluation says (SimulatedTime).
/// O(n) in ordered submission, O(n log n) with streams. A plan whose kernels share the GPU has one simulation, that of
/// the evaluation: its timeline, which replay_here() has the engines go through.
///
/// Each replay runs in a process of its own (in_own_process()), so that what it says does not depend on those before
/// it. Throws std::runtime_error: SimGrid comes to a stop before every command has ended, no process can be started;
/// std::bad_alloc.
Timeline simulate(const Fleet& fleet, const Plan& plan);

/// The same in this very process, which has replayed nothing yet.
Timeline replay_here(const Fleet& fleet, const Plan& plan);

}  // namespace warpshop::replay
