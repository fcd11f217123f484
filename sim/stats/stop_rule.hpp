#pragma once

#include <cstddef>
#include <span>

namespace warpshop::stats {

/// When to stop repeating a measurement: once its median is known well enough, or when it has been tried long enough.
struct StopRule {
  double max_relative_error = 0.01;  ///< half the 95 % interval of the median, over the median
  std::size_t min_samples = 5;       ///< the interval needs six to mean 95 %
  std::size_t max_samples = 100;
  double max_total = 0;  ///< stop when min_samples or more add up to this; 0: no limit

  /// samples: positive durations in any unit, that of max_total.
  bool done(std::span<const double> samples) const;
};

}  // namespace warpshop::stats
