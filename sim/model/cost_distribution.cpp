#include "sim/model/cost_distribution.hpp"

#include <algorithm>
#include <cassert>
#include <vector>

namespace warpshop {

CostDistribution distribution_of(std::span<const Millis> costs) {
  assert(!costs.empty());
  std::vector<Millis> sorted(costs.begin(), costs.end());
  std::sort(sorted.begin(), sorted.end());
  const auto quartile = [&](std::size_t quarters) { return sorted[rank_of_quartile(sorted.size(), quarters)]; };
  Millis mean{0};
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    mean += (sorted[i] - mean) / static_cast<double>(i + 1);  // no sum that overflows, and exact where all are equal
  }
  return {.orders = sorted.size(),
          .minimum = sorted.front(),
          .lower_quartile = quartile(1),
          .median = quartile(2),
          .mean = mean,
          .upper_quartile = quartile(3),
          .maximum = sorted.back()};
}

}  // namespace warpshop
