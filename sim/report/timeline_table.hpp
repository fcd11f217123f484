#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "sim/model/simulation.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// For people, rounded: makespan, the whole order, how busy each engine is, and the tasks' stages in the order of the
/// plan (the first ones of many), above them a gantt() where the style has charts; settings_table(); where tasks have
/// releases or due dates, how many are late, the least slack, and both of each task; the jobs, if there are any.
void print(std::ostream& out, const format::Table& style, const Simulation& simulation);

}  // namespace warpshop::report
