#pragma once

#include <ostream>

#include "sim/model/comparison.hpp"
#include "sim/model/format.hpp"
#include "sim/model/simulation.hpp"

namespace warpshop::io {

/// One line: `warpshop.compare/1`, numbers unrounded; `skipped` only where a policy was. `distribution` is null but for
/// random:N, `late_tasks` null where no task has a due date.
void print(std::ostream& out, const format::Json& format, const Comparison& comparison);

/// `warpshop.timeline/1`: the plan, every interval, and when each task may start, is due and ends (`due_ms` and
/// `slack_ms` null without a due date), numbers unrounded. Intervals and tasks are written one by one.
void print(std::ostream& out, const format::Json& format, const Simulation& simulation);

}  // namespace warpshop::io
