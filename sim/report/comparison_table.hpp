#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include "sim/model/comparison.hpp"
#include "sim/report/described_csv.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {

/// For people, rounded: the answer, and what to do for it; then policies by rank, those whose plans cost the same in
/// one row: engine makespan, gap to the lower bound, gain over fifo (time saved, in per cent of fifo's), `*` at the
/// best; where tasks have due dates, how many are late. Below, what `(proven)` means, where a plan is, and what the
/// figures rest on; a line about the costs of many random orders, where they were drawn.
void print(std::ostream& out, const format::Table& style, const Comparison& comparison);

/// Policies whose plans cost the same, for people: one row that names them, with the figures of the first. At least
/// one.
using PolicyRow = std::vector<const PolicyResult*>;

/// The results by rank. Those of a row are tied in all figures but the time that planning took, where that was kept
/// each has a row of its own; so has a policy that drew many orders.
std::vector<PolicyRow> policy_rows(const Comparison& comparison);

/// Its order, and how many other orders do as well: `BS-TM-MM-VA and 2 others`; `one chain` where there is but one.
std::string orders_text(const Comparison& comparison, const PolicyRow& row, std::size_t longest);

/// What people read of a comparison, in a table and on a page, a row a row: the columns that say something of it, the
/// policies first and the orders last; what a policy predicted where any row shows that it costs something else.
/// longest: see order_text().
TextTable policies_table(const Comparison& comparison, const std::vector<PolicyRow>& rows, std::size_t longest);

}  // namespace warpshop::report
