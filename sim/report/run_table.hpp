#pragma once

#include <ostream>

#include "sim/model/run.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// For people, rounded: makespan as predicted and as measured, whether results are correct, what the error consists of,
/// how long planning and submission took if that was taken, what drifted, and the tasks' stages in the order of the
/// plan (the first ones of many), above them a gantt() of both where the style has charts. Errors with a sign are
/// (measured - predicted) / measured. run.makespans: at least one.
void print(std::ostream& out, const format::Table& style, const Run& run);

}  // namespace warpshop::report
