#include "sim/stats/line_fit.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "sim/stats/student.hpp"

namespace warpshop::stats {
namespace {

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
  const double scale =
      freedom == 0 ? 0 : student_quantile(0.975, freedom) * std::sqrt(squares / static_cast<double>(freedom));
  line.slope_interval = around(line.slope, scale * std::sqrt(sums.w / determinant));
  line.intercept_interval = around(line.intercept, scale * std::sqrt(sums.wxx / determinant));
  return line;
}

}  // namespace warpshop::stats
