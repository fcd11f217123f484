#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "sim/model/simulation.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {

/// For people, rounded: makespan, the whole order, how busy each engine is, and the tasks' stages in the order of the
/// plan (the first ones of many), above them a gantt() where the style has charts; settings_table(); where tasks have
/// releases or due dates, task_times_table().
void print(std::ostream& out, const format::Table& style, const Simulation& simulation);

/// For programs, unrounded: header, then a line an interval, what holds for all of them in each, with release, due date
/// (may be empty), completion and slack of its task; columns as in docs/csv.md, the same for every simulation.
void print(std::ostream& out, const format::Csv& format, const Simulation& simulation);

}  // namespace warpshop::report
