#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace warpshop::stats {

/// A value, and how many times it is there.
struct RepeatedValue {
  double value = 0;
  std::uint64_t count = 0;

  bool operator==(const RepeatedValue&) const = default;
};

/// The different values in increasing order, each with its count > 0. None NaN.
std::vector<RepeatedValue> repeated_values(std::span<const double> values);

/// The value below which that part of the values lies, 0 ≤ probability ≤ 1: at rank (n - 1) probability, counted from
/// 0, linearly between two ranks; at 1/2 the median. Requires values, none NaN.
double quantile(std::span<const double> values, double probability);

/// The same of values in increasing order, each with its count > 0.
double quantile(std::span<const RepeatedValue> values, double probability);

/// The least of the values than which at least that part of all are no larger, 0 ≤ probability ≤ 1: the one of rank
/// probability n, rounded up, counted from 1. Values as above.
double nearest_rank(std::span<const RepeatedValue> values, double probability);

}  // namespace warpshop::stats
