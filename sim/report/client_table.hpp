#pragma once

#include <ostream>

#include "sim/model/client_comparison.hpp"
#include "sim/report/text_table.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// A row for each client under each way of sharing, the best first.
TextTable client_table(const ClientComparison& comparison);

/// The answer, what to set for it, the table, and what a reader has to know of the figures.
void print(std::ostream& out, const format::Table& style, const ClientComparison& comparison);

}  // namespace warpshop::report
