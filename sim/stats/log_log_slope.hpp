#pragma once

#include <optional>
#include <span>

#include "sim/stats/line_fit.hpp"

namespace warpshop::stats {

/// ln y = ln factor + slope ln x: y grows as x to the power of slope.
struct LogLogSlope {
  double slope = 0;      ///< elasticity: % by which y changes where x changes by 1 %
  double factor = 0;     ///< y at x = 1; 0 or ∞ where that is no double
  double r_squared = 0;  ///< part of the variance of ln y that the line explains, 0 … 1; 0 where all y are equal
};

/// The line with the least sum of squared distances in ln y, every point counting alike. Points with finite x, y > 0;
/// nothing where fewer than two x differ (in their logarithms). fit_line() is for what has a latency and grows by x.
std::optional<LogLogSlope> log_log_slope(std::span<const Point> points);

}  // namespace warpshop::stats
