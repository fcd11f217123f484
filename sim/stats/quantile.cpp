#include "sim/stats/quantile.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

namespace warpshop::stats {

double quantile(std::span<const double> values, double probability) {
  assert(!values.empty() && probability >= 0 && probability <= 1);
  std::vector<double> ordered(values.begin(), values.end());
  const double rank = static_cast<double>(ordered.size() - 1) * probability;
  const auto below = static_cast<std::ptrdiff_t>(rank);
  const auto low = ordered.begin() + below;
  std::nth_element(ordered.begin(), low, ordered.end());
  if (low + 1 == ordered.end()) {
    return *low;
  }
  const double next = *std::min_element(low + 1, ordered.end());
  return *low + (rank - static_cast<double>(below)) * (next - *low);
}

}  // namespace warpshop::stats
