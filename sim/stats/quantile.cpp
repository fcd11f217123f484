#include "sim/stats/quantile.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpshop::stats {
namespace {

/// Where a quantile lies: so far (0 ≤ part < 1) from the value at one rank to that at the next.
struct Place {
  std::uint64_t rank = 0;
  double part = 0;
};

Place place_of(double probability, std::uint64_t count) {
  assert(count > 0 && probability >= 0 && probability <= 1);
  const double rank = static_cast<double>(count - 1) * probability;
  const auto below = std::min(static_cast<std::uint64_t>(rank), count - 1);
  return {.rank = below, .part = std::max(0.0, rank - static_cast<double>(below))};
}

}  // namespace

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
  const Place place = place_of(probability, values.size());
  std::vector<double> ordered(values.begin(), values.end());
  const auto low = ordered.begin() + static_cast<std::ptrdiff_t>(place.rank);
  std::nth_element(ordered.begin(), low, ordered.end());
  if (low + 1 == ordered.end()) {
    return *low;
  }
  const double next = *std::min_element(low + 1, ordered.end());
  return *low + place.part * (next - *low);
}

double quantile(std::span<const RepeatedValue> values, double probability) {
  std::uint64_t count = 0;
  for (const RepeatedValue& value : values) {
    count += value.count;
  }
  const Place place = place_of(probability, count);
  std::size_t at = 0;
  std::uint64_t end = values[0].count;  // of the ranks that values[at] has
  while (end <= place.rank) {
    end += values[++at].count;
  }
  const double low = values[at].value;
  if (place.rank + 1 < end || end == count) {
    return low;
  }
  return low + place.part * (values[at + 1].value - low);
}

}  // namespace warpshop::stats
