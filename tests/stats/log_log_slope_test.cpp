#include "sim/stats/log_log_slope.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/support/any_values.hpp"

namespace warpshop::stats {
namespace {

TEST(LogLogSlope, OfAPowerIsItsExponent) {
  std::vector<Point> points;
  for (double x = 1; x < 1e6; x *= 3) {
    points.push_back({x, 5 / std::sqrt(x)});
  }
  const auto line = log_log_slope(points);
  EXPECT_NEAR(line->slope, -0.5, 1e-12);
  EXPECT_NEAR(line->factor, 5, 1e-11);
  EXPECT_NEAR(line->r_squared, 1, 1e-12);
}

// In units of ln 2: x 0 1 2, y 0 1 0: the slope is 0, and so is what it explains.
TEST(LogLogSlope, ExplainsNothingOfWhatGoesUpAndDown) {
  const auto line = log_log_slope(std::vector<Point>{{1, 1}, {2, 2}, {4, 1}});
  EXPECT_NEAR(line->slope, 0, 1e-15);
  EXPECT_NEAR(line->r_squared, 0, 1e-15);
  EXPECT_NEAR(line->factor, std::cbrt(2.0), 1e-15);
}

TEST(LogLogSlope, IsNothingWithoutTwoDifferentX) {
  EXPECT_FALSE(log_log_slope({}));
  EXPECT_FALSE(log_log_slope(std::vector<Point>{{2, 3}}));
  for (const double x : {5e-324, 0.1, 0.3, 0.7, 10.0, 1e300}) {
    std::vector<Point> points{{x, 1}};
    for (double y = 2; y < 20; ++y) {
      points.push_back({x, y});
      EXPECT_FALSE(log_log_slope(points)) << x << ", " << y;
    }
  }
}

TEST(LogLogSlope, IsZeroWhereAllYAreEqual) {
  const auto line = log_log_slope(std::vector<Point>{{0.1, 0.7}, {0.2, 0.7}, {0.7, 0.7}});
  EXPECT_EQ(line->slope, 0);
  EXPECT_EQ(line->r_squared, 0);
}

TEST(LogLogSlope, ReachesOverAllDoubles) {
  const auto line = log_log_slope(std::vector<Point>{{5e-324, 1e300}, {1, 1}, {1e300, 5e-324}});
  EXPECT_LT(line->slope, -0.9);
  EXPECT_GT(line->slope, -1.1);
  EXPECT_NEAR(line->r_squared, 1, 1e-2);
}

/// From differences of pairs of points alone: Σ Δx Δy / Σ Δx², and (Σ Δx Δy)² / (Σ Δx² Σ Δy²).
TEST(LogLogSlope, IsTheMeanOfTheSlopesOfPairsByTheSquareOfTheirDistance) {
  EXPECT_TRUE(rc::check([] {
    std::vector<Point> points(test::any_number<std::size_t>(2, 20));
    for (Point& point : points) {
      point = {test::any_duration() + 1e-6, test::any_duration() + 1e-6};
    }
    points.push_back({2e3, 1});  // one x at least is another
    double xx = 0, xy = 0, yy = 0;
    for (const Point& a : points) {
      for (const Point& b : points) {
        xx += std::pow(std::log(a.x / b.x), 2);
        xy += std::log(a.x / b.x) * std::log(a.y / b.y);
        yy += std::pow(std::log(a.y / b.y), 2);
      }
    }
    const LogLogSlope line = *log_log_slope(points);
    RC_ASSERT(std::abs(line.slope - xy / xx) < 1e-9);
    RC_ASSERT(yy < 1e-9 || std::abs(line.r_squared - xy * xy / (xx * yy)) < 1e-9);
  }));
}

}  // namespace
}  // namespace warpshop::stats
