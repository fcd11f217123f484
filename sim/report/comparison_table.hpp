#pragma once

#include <ostream>

#include "sim/model/comparison.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {

/// For people, rounded: a line about workload and device, then a row a policy: its order, predicted and engine
/// makespan, gap to the lower bound, gain over fifo (time saved, in per cent of fifo's), `*` at the best and whatever
/// ties with it; where tasks have due dates, how many are late; what `(proven)` means, where a plan is. Below, a line
/// about the costs of many random orders, where they were drawn.
void print(std::ostream& out, const format::Table& style, const Comparison& comparison);

/// For programs, unrounded: a header before the first, then a line a policy; columns as in docs/csv.md, the same for
/// every comparison. `late_tasks` is empty where `due_tasks` is 0.
void print(std::ostream& out, const format::Csv& format, const Comparison& comparison);

}  // namespace warpshop::report
