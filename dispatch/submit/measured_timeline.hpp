#pragma once

#include "sim/model/timeline.hpp"

namespace warpshop::dispatch {

/// In free streams a copy's start event is reached when its stream comes to it, which may be before its engine does. An
/// engine makes one copy at a time: each began when the one that ended before it had ended, if that was later. (Kernels
/// may overlap, so nothing can be said of them.)
void begin_copies_after_those_before(Timeline& timeline);

/// Shifts all times so that the first command starts at 0, and sets the makespan. Where a task has a release time they
/// stay as they are: release times count from the start of the plan.
void count_from_first_command(Timeline& timeline, bool has_releases);

}  // namespace warpshop::dispatch
