#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "sim/model/simulation.hpp"

namespace warpshop::report {

/// For people, rounded: makespan, how busy each engine is, and the tasks' stages in the order of the plan (the first
/// ones of many).
void table(std::ostream& out, const Simulation& simulation);

/// For programs, unrounded: header, then a line an interval; the time of planning, if it was taken, stands in each.
void csv(std::ostream& out, const Simulation& simulation);

}  // namespace warpshop::report
