#include "sim/stats/log_log_slope.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

#include "sim/stats/mean.hpp"

namespace warpshop::stats {

std::optional<LogLogSlope> log_log_slope(std::span<const Point> points) {
  if (points.empty()) {
    return std::nullopt;
  }
  // Relative to the first point, so that equal values differ by 0 and not by what rounding leaves of it.
  const double first_x = std::log(points.front().x);
  const double first_y = std::log(points.front().y);
  std::vector<double> x, y;
  for (const Point& point : points) {
    assert(point.x > 0 && point.y > 0 && std::isfinite(point.x) && std::isfinite(point.y));
    x.push_back(std::log(point.x) - first_x);
    y.push_back(std::log(point.y) - first_y);
  }
  const double mean_x = mean(x);
  const double mean_y = mean(y);
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
  }
  if (xx <= 0) {
    return std::nullopt;
  }
  const double slope = xy / xx;
  return LogLogSlope{.slope = slope,
                     .factor = std::exp(first_y + mean_y - slope * (first_x + mean_x)),
                     .r_squared = yy > 0 ? std::clamp(slope * (xy / yy), 0.0, 1.0) : 0};
}

}  // namespace warpshop::stats
