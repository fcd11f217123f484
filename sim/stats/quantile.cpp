#include "sim/stats/quantile.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpshop::stats {
namespace {

std::uint64_t count_of(std::span<const RepeatedValue> values) {
  std::uint64_t count = 0;
  for (const RepeatedValue& value : values) {
    count += value.count;
  }
  return count;
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
  return quantile(repeated_values(values), probability);
}

double quantile(std::span<const RepeatedValue> values, double probability) {
  const std::uint64_t count = count_of(values);
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

double nearest_rank(std::span<const RepeatedValue> values, double probability) {
  const std::uint64_t count = count_of(values);
  assert(count > 0 && probability >= 0 && probability <= 1);
  constexpr double kRounded = 1e-12;  // 7 % of 100 are 7, not a bit more
  const double rank = std::ceil(probability * static_cast<double>(count) * (1 - kRounded));
  double up_to = 0;
  for (const RepeatedValue& value : values) {
    up_to += static_cast<double>(value.count);
    if (up_to >= rank) {
      return value.value;
    }
  }
  return values.back().value;
}

}  // namespace warpshop::stats
