#pragma once

#include <ostream>

#include "sim/model/client_sweep.hpp"
#include "sim/report/text_table.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// A row for each policy in each cell, the best first: whether all goals are kept, what each client reaches of its
/// goal, what the others get. The first ones of many.
TextTable client_sweep_table(const ClientSweep& sweep);

/// `chat rate: chat beside vision, 6 cells, until 200 s, of which the first 20 s do not count`.
std::string client_sweep_title(const ClientSweep& sweep);

/// The answer, the table, and what a reader has to know of the figures.
void print(std::ostream& out, const format::Table& style, const ClientSweep& sweep);

}  // namespace warpshop::report
