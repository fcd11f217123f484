#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "sim/stats/quantile.hpp"

namespace warpshop::stats {

/// A value that is as far as this, relative to the larger one, from where a whisker reaches to is still within reach:
/// what rounding leaves is no outlier.
inline constexpr double kSameWithin = 1e-9;

/// What a box plot shows (Tukey, Exploratory Data Analysis, 1977), in the unit of the values.
struct BoxStatistics {
  std::uint64_t count = 0;
  double min = 0;
  /// Smallest value not below low_quartile - 1.5 (high_quartile - low_quartile), to kSameWithin.
  double low_whisker = 0;
  double low_quartile = 0;  ///< by quantile(), as are the median and the high quartile
  double median = 0;
  double high_quartile = 0;
  /// Largest value not above high_quartile + 1.5 (high_quartile - low_quartile), to kSameWithin.
  double high_whisker = 0;
  double max = 0;
  double mean = 0;             ///< within min … max
  std::uint64_t outliers = 0;  ///< values below the low whisker or above the high one

  bool operator==(const BoxStatistics&) const = default;
};

/// Of finite values, the largest less the smallest finite as well, in any order: the same in each. Nothing for none.
/// Quartiles lie between values, whiskers on one: of few values a whisker may end within the box. O(n log n).
std::optional<BoxStatistics> box_statistics(std::span<const double> values);

/// Of values in increasing order, one at least, each with its count > 0, and their mean.
BoxStatistics box_statistics(std::span<const RepeatedValue> values, double mean);

}  // namespace warpshop::stats
