#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/model/sweep.hpp"

namespace warpshop {

/// Which policies of a cell are best: those of the largest median speed-up over the median order, by what is
/// assumed and at both ends of what changes of context may take, where nobody measured them; several where they are
/// tied(). In the order in which they were asked for; none: which one is best depends on that.
std::vector<std::size_t> best_policies(const SweepCell& cell);

bool is_best(const SweepCell& cell, std::size_t policy);

/// How much faster it is than the median order, over the sets.
inline const stats::BoxStatistics& over_median(const SweepPolicy& policy) {
  return policy.speedup[index(Baseline::median)];
}

/// The one of them, or where there is none of those that are best by what is assumed, that is named where only one can
/// be, whatever the order in which they were asked for: of the least
/// median cost; where that is tied as well the one that was named before, at the value of an axis next to this; then
/// that of the most wins; then the first by the alphabet.
std::size_t best_policy(const SweepCell& cell, const std::vector<std::string>& names,
                        std::optional<std::size_t> before = std::nullopt);

}  // namespace warpshop
