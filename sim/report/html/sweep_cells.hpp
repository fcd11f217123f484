#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/model/sweep.hpp"

namespace warpshop::report::html {

/// How much faster a policy is than the median order, over the sets of a cell.
const stats::BoxStatistics& over_median(const SweepCell& cell, std::size_t policy);

/// The first policy that no other clearly has a better median than.
std::size_t best_policy(const SweepCell& cell);

/// Whether no policy of the cell has a better median.
bool is_best(const SweepCell& cell, std::size_t policy);

/// `k20c, link 2`, of all axes but one.
std::string cell_text(const Sweep& sweep, const std::vector<std::size_t>& values, std::size_t without);

}  // namespace warpshop::report::html
