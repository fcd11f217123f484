#include "sim/stats/box_statistics.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "sim/stats/quantile.hpp"

namespace warpshop::stats {
namespace {

constexpr double kReach = 1.5;  // of a whisker, in heights of the box

/// Below, and by more than rounding may leave. Both finite, or `other` infinite.
bool clearly_below(double value, double other) {
  return value < other && other - value > kSameWithin * std::max(std::abs(value), std::abs(other));
}

}  // namespace

BoxStatistics box_statistics(std::span<const RepeatedValue> values, double mean) {
  assert(!values.empty());
  BoxStatistics box{.min = values.front().value,
                    .low_quartile = quantile(values, 0.25),
                    .median = quantile(values, 0.5),
                    .high_quartile = quantile(values, 0.75),
                    .max = values.back().value,
                    .mean = mean};
  const double reach = kReach * (box.high_quartile - box.low_quartile);
  box.low_whisker = box.max;
  box.high_whisker = box.min;
  for (const RepeatedValue& value : values) {
    const bool below = clearly_below(value.value, box.low_quartile - reach);
    const bool above = clearly_below(box.high_quartile + reach, value.value);
    box.count += value.count;
    box.outliers += below || above ? value.count : 0;
    box.low_whisker = below ? box.low_whisker : std::min(box.low_whisker, value.value);
    box.high_whisker = above ? box.high_whisker : std::max(box.high_whisker, value.value);
  }
  return box;
}

std::optional<BoxStatistics> box_statistics(std::span<const double> values) {
  if (values.empty()) {
    return std::nullopt;
  }
  const std::vector<RepeatedValue> ordered = repeated_values(values);
  long double sum = 0;
  for (const RepeatedValue& value : ordered) {
    sum += static_cast<long double>(value.value) * static_cast<long double>(value.count);
  }
  const auto mean = static_cast<double>(sum / static_cast<long double>(values.size()));
  return box_statistics(ordered, std::clamp(mean, ordered.front().value, ordered.back().value));
}

}  // namespace warpshop::stats
