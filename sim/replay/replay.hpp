#pragma once

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::replay {

/// Makes the event model of a device. SimGrid takes no new hosts once it has run, so a program that replays on several
/// devices prepares all of them before its first replay; for one device it is not needed.
void prepare(const Rates& rates);

/// Replays a plan on a SimGrid event model of the instance's device: each lane (h2d copies, kernels, d2h copies) is an
/// actor on a host whose speed is the rate of what it does, alone or beside an opposing payload; SimGrid's clock says
/// when everything ends. Who goes next is decided by evaluate::Lanes, so replay and evaluation agree on the rules and
/// differ in how time passes. O(n) in ordered submission, O(n log n) with streams.
///
/// One process, one SimGrid engine: not to be called from two threads at once. Throws std::logic_error on a device that
/// was not prepared in time.
Millis makespan(const Instance& instance, const Plan& plan);

/// The same with every interval.
Timeline simulate(const Instance& instance, const Plan& plan);

}  // namespace warpshop::replay
