#include "sim/stats/line_fit.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace warpshop::stats {
namespace {

TEST(LineFit, FindsALatencyAndASlopeOverOrdersOfMagnitude) {
  std::vector<Point> points;
  for (double x = 1; x < 1e9; x *= 4) {
    points.push_back({x, 10 + x / 3});
  }
  const Line line = fit_line(points);
  EXPECT_NEAR(line.intercept, 10, 1e-6);
  EXPECT_NEAR(line.slope, 1.0 / 3, 1e-9);
  EXPECT_LT(line.worst_error, 1e-6);
}

TEST(LineFit, WeighsPointsByTheirRelativeError) {
  // Of all lines through the origin, (slope - 1)² + (slope / 2 - 1)² is least at slope 6/5; the second point of the
  // same x pulls with weight 1/4.
  const Line line = fit_line(std::vector<Point>{{1, 1}, {1, 2}, {1000000, 1200000}});
  EXPECT_NEAR(line.intercept + line.slope, 6.0 / 5, 1e-5);
}

TEST(LineFit, NeitherInterceptNorSlopeIsNegative) {
  const Line through_origin = fit_line(std::vector<Point>{{1, 0.5}, {2, 2}, {3, 3.5}});
  EXPECT_EQ(through_origin.intercept, 0);
  EXPECT_GT(through_origin.slope, 0);
  const Line constant = fit_line(std::vector<Point>{{1, 3}, {2, 2}, {3, 1.5}});
  EXPECT_EQ(constant.slope, 0);
  EXPECT_GT(constant.intercept, 0);
}

TEST(LineFit, IntervalsHoldTheTruthInMostTrials) {
  std::mt19937_64 generator(11);
  std::normal_distribution<double> noise(1, 0.05);
  constexpr int kTrials = 1000;
  int held = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<Point> points;
    for (double x = 1; x <= 10; ++x) {
      points.push_back({x, (5 + 2 * x) * noise(generator)});
    }
    const Line line = fit_line(points);
    held += line.slope_interval.low <= 2 && 2 <= line.slope_interval.high ? 1 : 0;
  }
  EXPECT_GT(held, 900);
  EXPECT_LT(held, kTrials);
}

}  // namespace
}  // namespace warpshop::stats
