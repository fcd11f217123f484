#include "sim/report/html/sweep_cells.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpshop::report::html {

const stats::BoxStatistics& over_median(const SweepCell& cell, std::size_t policy) {
  return cell.policies[policy].speedup[index(Baseline::median)];
}

std::size_t best_policy(const SweepCell& cell) {
  std::size_t best = 0;
  for (std::size_t policy = 1; policy < cell.policies.size(); ++policy) {
    const double more = over_median(cell, policy).median;
    const double most = over_median(cell, best).median;
    best = more > most && !tied(more, most) ? policy : best;
  }
  return best;
}

bool is_best(const SweepCell& cell, std::size_t policy) {
  return tied(over_median(cell, policy).median, over_median(cell, best_policy(cell)).median);
}

std::string cell_text(const Sweep& sweep, const std::vector<std::size_t>& values, std::size_t without) {
  std::vector<std::string> parts;
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) {
    if (axis != without) {
      const std::string& value = sweep.axes[axis].values[values[axis]];
      parts.push_back(axis == 0 ? value : fmt::format("{} {}", sweep.axes[axis].name, value));
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace warpshop::report::html
