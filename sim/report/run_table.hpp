#pragma once

#include <ostream>

#include "sim/model/run.hpp"

namespace warpshop::report {

/// For people, rounded: makespan as predicted and as measured, whether results are correct, what the error consists of,
/// how long planning and submission took if that was taken, what drifted, and the tasks' stages in the order of the
/// plan (the first ones of many). Errors with a sign are (measured - predicted) / measured. run.makespans: at least
/// one.
void table(std::ostream& out, const Run& run);

/// For programs, unrounded: header, then a line an interval; the times of planning and submission, if they were taken,
/// stand in each.
void csv(std::ostream& out, const Run& run);

}  // namespace warpshop::report
