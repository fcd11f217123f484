#pragma once

#include <cstddef>

#include "sim/model/sweep.hpp"

namespace warpshop::report::html {

/// How much faster a policy is than the median order, over the sets of a cell.
const stats::BoxStatistics& over_median(const SweepCell& cell, std::size_t policy);

/// Whether it is one of best_policies().
bool is_best(const SweepCell& cell, std::size_t policy);

}  // namespace warpshop::report::html
