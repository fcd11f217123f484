#pragma once

#include <optional>
#include <string_view>

#include "sim/evaluate/check_residencies.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// Holds the timeline of a plan against what holds for every engine, whatever its rates, all within 1e-9 of the
/// makespan:
///   every command of every task is there once, in plan order, and has ended;
///   it starts at 0 or later, once its task is released, the task's earlier stages, the tasks that it comes after, the
///   rounds before its own, and the H2D that its gate names have ended;
///   it lasts least_times() or longer, a kernel exactly as long as it takes, with or without a change of context;
///   no two commands hold an engine (of a MIG instance: one of its own) at once, and in ordered submission each engine
///   keeps the plan's order; where kernels share the GPU, these two do not hold for them, but least_shared_time() and
///   check_residencies() do; the makespan is the end of the last command, and neither it nor the objective's cost is
///   below lower_bound().
/// Throws ImpossibleTimeline at the first of these that is broken. known: the objective's lower_bound(), if somebody
/// has it already. O(n log n).
void check_timeline(const Fleet& fleet, const Plan& plan, const Timeline& timeline, Objective objective,
                    const std::optional<Millis>& known = {});

/// Throws ImpossibleTimeline, with both figures, if two timelines of one plan differ in a makespan or in the end of a
/// command by more than 5e-9 of the makespan. `engine` and `other` are the names of those that made them.
void check_agreement(const Timeline& timeline, std::string_view engine, const Timeline& others, std::string_view other);

}  // namespace warpshop::evaluate
