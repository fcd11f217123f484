#pragma once

#include <string>

#include "sim/model/comparison.hpp"

namespace warpshop::report {

/// How much of a table is for the eye.
struct TableStyle {
  bool colour = false;  ///< bold best row, by ANSI escapes
};

/// For people, rounded: a line about workload and device, then a row a policy: its order, predicted and engine
/// makespan, gap to the lower bound, gain over fifo (time saved, in per cent of fifo's), `*` at the best and whatever
/// ties with it.
std::string table(const Comparison& comparison, const TableStyle& style);

/// For programs, unrounded: a header if asked for, then a line a policy. Of a fleet, `tasks_by_device` says how many
/// tasks of the order go to each device; `gates` are pairs 1:0 (the D2H of task 1 waits for the H2D of task 0),
/// `rounds` their lengths, where the plan has any.
std::string csv(const Comparison& comparison, bool header);

}  // namespace warpshop::report
