#pragma once

#include <span>

#include "sim/stats/median.hpp"

namespace warpshop::stats {

struct Point {
  double x = 0;
  double y = 0;
};

/// y = intercept + slope x.
struct Line {
  double intercept = 0;
  double slope = 0;
  ConfidenceInterval intercept_interval, slope_interval;  ///< 95 %, by Student's t with n - 2 degrees of freedom
  double worst_error = 0;                                 ///< largest |fitted - y| / y of the points

  double at(double x) const { return intercept + slope * x; }
};

/// The line with the least sum of squared relative errors ((intercept + slope x - y) / y)², neither intercept nor slope
/// below 0: points over several orders of magnitude count alike. Requires two different x at least, and y > 0. With two
/// points the intervals are the values themselves.
Line fit_line(std::span<const Point> points);

}  // namespace warpshop::stats
