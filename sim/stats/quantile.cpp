#include "sim/stats/quantile.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpshop::stats {

std::vector<RepeatedValue> repeated_values(std::span<const double> values) {
  std::vector<double> ordered(values.begin(), values.end());
  std::sort(ordered.begin(), ordered.end());
  std::vector<RepeatedValue> repeated;
  for (const double value : ordered) {
    if (repeated.empty() || repeated.back().value != value) {
      repeated.push_back({.value = value, .count = 0});
    }
    ++repeated.back().count;
  }
  return repeated;
}

double quantile(std::span<const double> values, double probability) {
  return quantile(repeated_values(values), probability);
}

double quantile(std::span<const RepeatedValue> values, double probability) {
  std::uint64_t count = 0;
  for (const RepeatedValue& value : values) {
    count += value.count;
  }
  assert(count > 0 && probability >= 0 && probability <= 1);
  const double place = static_cast<double>(count - 1) * probability;
  const auto rank = std::min(static_cast<std::uint64_t>(place), count - 1);
  std::size_t at = 0;
  std::uint64_t end = values[0].count;  // of the ranks that values[at] has
  while (end <= rank) {
    end += values[++at].count;
  }
  const double low = values[at].value;
  if (rank + 1 < end || end == count) {
    return low;
  }
  return low + std::max(0.0, place - static_cast<double>(rank)) * (values[at + 1].value - low);
}

}  // namespace warpshop::stats
