#pragma once

#include <cstddef>
#include <ostream>
#include <string>

#include "sim/model/validation.hpp"
#include "sim/report/comparison_table.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {

/// Which were measured: `all 24 orders`, `a sample of 9 orders`, `3 plans`.
std::string orders_text(const Validation& validation, std::size_t orders);

/// A row a policy: what its plan is worth. longest: see order_text().
TextTable policies_table(const JudgedValidation& judged, std::size_t longest);
/// A row a policy, a column a base: `1.060 (1.010 … 1.120)`, `no difference` where intervals of both medians overlap.
TextTable speedups_table(const ValidationMetrics& metrics);

/// For people, rounded: how far predictions were from measurements, whether both rank orders alike, then a row a policy
/// (its plan beside the measured orders, `*` where it is the measured best) and how much faster it is than each base:
/// median and interval, `no difference` where the intervals of both medians overlap.
void print(std::ostream& out, const format::Table& style, const JudgedValidation& judged);

/// For people, rounded: several workloads together. `faster in` and `slower in` count clear differences alone.
void print(std::ostream& out, const format::Table& style, const ValidationSummary& summary);

}  // namespace warpshop::report
