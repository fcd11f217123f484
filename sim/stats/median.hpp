#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace warpshop::stats {

/// A closed interval, in the unit of what it is of.
struct ConfidenceInterval {
  double low = 0;
  double high = 0;
};

/// The value in the middle; of an even number of values the mean of the two. Requires values, none NaN.
double median(std::span<const double> values);

/// The interval between two values that holds the median of the distribution with a probability of at least 95 %, with
/// no assumption about the distribution: the k-th smallest to the k-th largest, k the largest rank with
/// P(Binomial(n, 1/2) < k) ≤ 2.5 %. Fewer than six values never reach 95 %: smallest to largest.
ConfidenceInterval median_interval(std::span<const double> values);

/// Values that an interval of at least 95 % takes.
inline constexpr std::size_t kFewestForInterval = 6;

/// Positions of the values that lie further from the median than five robust standard deviations (1.4826 times the
/// median absolute deviation).
std::vector<std::size_t> outliers(std::span<const double> values);

}  // namespace warpshop::stats
