#pragma once

#include <ostream>

#include "sim/model/validation.hpp"
#include "sim/model/validation_metrics.hpp"
#include "sim/report/comparison_table.hpp"

namespace warpshop::report {

/// For people, rounded: how far predictions were from measurements, whether both rank orders alike, then a row a policy
/// (its plan beside the measured orders, `*` where it is the measured best) and how much faster it is than each base:
/// median and interval, `no difference` where the intervals of both medians overlap.
void print(std::ostream& out, const format::Table& style, const JudgedValidation& judged);

/// For people, rounded: several workloads together. `faster in` and `slower in` count clear differences alone.
void print(std::ostream& out, const format::Table& style, const ValidationSummary& summary);

}  // namespace warpshop::report
