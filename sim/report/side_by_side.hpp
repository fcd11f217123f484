#pragma once

#include <span>
#include <string>

#include "sim/model/comparison.hpp"
#include "sim/report/comparison_table.hpp"

namespace warpshop::report {

/// One workload on several devices, for people: a row a policy, in the order of the first device's ranking: what it
/// costs on each, and that over the cost on the first device. comparisons: at least one, of one objective.
std::string side_by_side(std::span<const Comparison> comparisons, const format::Table& style);

}  // namespace warpshop::report
