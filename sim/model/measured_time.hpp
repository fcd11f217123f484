#pragma once

#include <span>
#include <vector>

#include "sim/model/units.hpp"

namespace warpshop {

/// What repeated measurements of one time say: their median, and the interval that holds the distribution's with a
/// probability of at least 95 % (stats::median_interval).
struct MeasuredTime {
  Millis median{0};
  Millis low{0};   ///< ≤ median
  Millis high{0};  ///< ≥ median
};

/// samples: at least one.
MeasuredTime measured_time(std::span<const Millis> samples);

/// Whether the interval of so many times is wider than their median, which then says little. Of fewer than an interval
/// takes there is none.
bool interval_is_wide(std::span<const Millis> samples);

/// The two intervals have nothing in common, and that of `a` is the lower one.
bool clearly_less(const MeasuredTime& a, const MeasuredTime& b);

/// |predicted - measured| / measured; 0 where both are 0.
double relative_error(Millis predicted, Millis measured);

/// (measured - predicted) / measured: above 0 where it took longer than predicted; 0 where both are 0.
double signed_error(Millis predicted, Millis measured);

/// Bare numbers, in milliseconds: what sim/stats and file formats take.
std::vector<double> counts(std::span<const Millis> times);

}  // namespace warpshop
