#pragma once

#include <ostream>

#include "sim/model/run.hpp"

namespace warpshop::io {

/// `warpshop.run/1`: the plan, its makespan as predicted and as measured (median with its 95 % interval, and every
/// repetition), what the error consists of, and every interval as predicted and as measured; numbers unrounded.
/// `results_correct` is null if results were not checked. Only where they are there: `wrong`, `drift`, `planning_us`,
/// `submission_us`, `error_parts`. Intervals are written one by one. run.makespans: at least one.
void write_json(std::ostream& out, const Run& run);

}  // namespace warpshop::io
