#pragma once

#include <cstddef>
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
/// command by more than max(5e-9, (n · 1e-9)²) of the makespan, n commands in all. `engine` and `other` are the names
/// of those that made them.
///
/// Rounding is far below that: what differs are instants (Instant), which are δ = 1e-9 of the time that has passed and
/// are over for everybody at once. Of a time at the end of one an engine may say that it is in it and another that it
/// is not, and what waits for the end of it may be as late several times over: 5 δ. And the closed form knows no
/// instants: n · δ of the commands end in one that another has begun, so that what comes next starts up to δ later; n
/// commands in a row are n · n δ · δ late. Of 600 000 tasks of random lengths that is 3e-6; they differed by 8e-8.
void check_agreement(const Timeline& timeline, std::string_view engine, const Timeline& others, std::string_view other);

/// The same of makespans alone. commands: of the plan.
void check_agreement(Millis makespan, std::string_view engine, Millis others, std::string_view other,
                     std::size_t commands);

}  // namespace warpshop::evaluate
