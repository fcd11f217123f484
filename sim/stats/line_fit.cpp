#include "sim/stats/line_fit.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace warpshop::stats {
namespace {

/// 97.5 % quantile of Student's t, by degrees of freedom from 1.
double student(std::size_t freedom) {
  constexpr std::array kQuantiles{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                                  2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086};
  constexpr double kNormal = 1.960;
  return freedom <= kQuantiles.size()
             ? kQuantiles[freedom - 1]
             : kNormal + (kQuantiles.back() - kNormal) * static_cast<double>(kQuantiles.size()) /
                             static_cast<double>(freedom);
}

/// Weighted sums; the weight of a point is 1 / y².
struct Sums {
  explicit Sums(std::span<const Point> points) {
    for (const Point& point : points) {
      assert(point.y > 0);
      const double weight = 1 / (point.y * point.y);
      w += weight;
      wx += weight * point.x;
      wy += weight * point.y;
      wxx += weight * point.x * point.x;
      wxy += weight * point.x * point.y;
    }
  }
  double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
};

ConfidenceInterval around(double value, double half) {
  return {.low = std::max(0.0, value - half), .high = value + half};
}

}  // namespace

Line fit_line(std::span<const Point> points) {
  const Sums sums(points);
  const double determinant = sums.w * sums.wxx - sums.wx * sums.wx;
  assert(points.size() >= 2 && determinant > 0);
  Line line;
  line.slope = (sums.w * sums.wxy - sums.wx * sums.wy) / determinant;
  line.intercept = (sums.wxx * sums.wy - sums.wx * sums.wxy) / determinant;
  if (line.intercept < 0) {  // the best line through the origin
    line.intercept = 0;
    line.slope = sums.wxy / sums.wxx;
  } else if (line.slope < 0) {  // the best constant
    line.slope = 0;
    line.intercept = sums.wy / sums.w;
  }
  double squares = 0;
  for (const Point& point : points) {
    const double error = (line.at(point.x) - point.y) / point.y;
    squares += error * error;
    line.worst_error = std::max(line.worst_error, std::abs(error));
  }
  const std::size_t freedom = points.size() - 2;
  const double scale = freedom == 0 ? 0 : student(freedom) * std::sqrt(squares / static_cast<double>(freedom));
  line.slope_interval = around(line.slope, scale * std::sqrt(sums.w / determinant));
  line.intercept_interval = around(line.intercept, scale * std::sqrt(sums.wxx / determinant));
  return line;
}

}  // namespace warpshop::stats
