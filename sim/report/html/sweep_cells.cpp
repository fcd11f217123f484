#include "sim/report/html/sweep_cells.hpp"

#include <algorithm>

#include "sim/model/best_policy.hpp"

namespace warpshop::report::html {

const stats::BoxStatistics& over_median(const SweepCell& cell, std::size_t policy) {
  return cell.policies[policy].speedup[index(Baseline::median)];
}

bool is_best(const SweepCell& cell, std::size_t policy) {
  const std::vector<std::size_t> best = best_policies(cell);
  return std::find(best.begin(), best.end(), policy) != best.end();
}

}  // namespace warpshop::report::html
