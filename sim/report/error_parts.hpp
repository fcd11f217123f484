#pragma once

#include "sim/model/plan.hpp"
#include "sim/model/run.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::report {

/// Explains the error of a predicted makespan along the critical_path() of the measured timeline. Both timelines are of
/// `plan`: the same commands at the same positions.
///   stages[s].on_path = Σ (measured - predicted duration) of the path's commands of stage s
///   gaps = Σ (start - end of the command before on the path), each at least 0: events of commands that follow each
///          other may overlap by their resolution
///   rest = total - gaps - Σ stages[·].on_path
ErrorParts error_parts(const Plan& plan, const Timeline& predicted, const Timeline& measured);

}  // namespace warpshop::report
