#pragma once

#include <ostream>

#include "sim/model/simulation.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {

/// For people, rounded: where any task has a due date, how many are late, and the least slack; then release, due
/// date, end and slack (due date less end) of each task in the order of the plan (the first ones of many).
void task_times_table(std::ostream& out, const Simulation& simulation, const format::Table& style = {});

/// For people, rounded: start and end of each job, and where any has a due date, that and the slack (the first ones of
/// many).
void job_times_table(std::ostream& out, const Simulation& simulation, const format::Table& style = {});

}  // namespace warpshop::report
