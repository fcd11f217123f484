#pragma once

#include <ostream>

#include "sim/model/comparison.hpp"
#include "sim/report/described_csv.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {

/// For people, rounded: the answer, and what to do for it; then policies by rank, those whose plans cost the same in
/// one row: engine makespan, gap to the lower bound, gain over fifo (time saved, in per cent of fifo's), `*` at the
/// best; where tasks have due dates, how many are late. Below, what `(proven)` means, where a plan is, and what the
/// figures rest on; a line about the costs of many random orders, where they were drawn.
void print(std::ostream& out, const format::Table& style, const Comparison& comparison);

}  // namespace warpshop::report
