#pragma once

#include <span>

namespace warpshop::stats {

/// How many times faster something is than a base: above 1 faster, below 1 slower.
struct Speedup {
  double ratio = 1;        ///< median of the base / median of the other
  double low = 1;          ///< low end of the base's median / high end of the other's
  double high = 1;         ///< high end of the base's median / low end of the other's
  bool different = false;  ///< the intervals of the two medians have nothing in common: 1 lies outside low … high
};

/// Of durations > 0 in one unit, at least one each, by median_interval(): low … high holds the ratio of the medians
/// wherever both intervals hold theirs, which is a probability of at least 90 % (0.95² if the two are independent, as
/// measurements one after the other are).
Speedup speedup(std::span<const double> base, std::span<const double> other);

}  // namespace warpshop::stats
