#pragma once

#include <cstddef>
#include <functional>

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

/// The most that a timeline has of everything; residencies it has none.
struct TimelineRoom {
  std::size_t intervals = 0;
  std::size_t devices = 0;  ///< of a fleet of several
};

/// What `replay` returns in a child of this process, which ends with it. SimGrid has one engine a process, whose clock
/// never goes back and which takes no new hosts once it has run; so each replay begins anew, and what it says does not
/// depend on those before it. Costs about two milliseconds. The child ignores what ends this process, and ends when
/// this thread does. Several threads may replay at a time: what the child does takes no lock that another thread could
/// have held when it began, but that of malloc, which fork() looks after.
///
/// room: the most that the timeline has. Throws std::bad_alloc, std::runtime_error with what `replay`
/// threw or why its process could not start or ended early.
Timeline in_own_process(const TimelineRoom& room, const std::function<Timeline()>& replay);

}  // namespace warpshop::replay
