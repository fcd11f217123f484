#include "sim/stats/least_squares.hpp"

#include <cmath>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace warpshop::stats {
namespace {

TEST(LeastSquares, OfALineIsTheExactSolution) {
  // y = 1 + 2 x through (0, 1), (1, 3), (2, 5).
  const LeastSquares found = least_squares({0, 0}, [](std::span<const double> p) {
    return std::vector<double>{p[0] - 1, p[0] + p[1] - 3, p[0] + 2 * p[1] - 5};
  });
  EXPECT_NEAR(found.parameters[0], 1, 1e-6);
  EXPECT_NEAR(found.parameters[1], 2, 1e-6);
  EXPECT_NEAR(found.sum_of_squares, 0, 1e-10);
}

TEST(LeastSquares, FindsTheEndOfRosenbrocksValley) {
  const LeastSquares found = least_squares({-1.2, 1}, [](std::span<const double> p) {
    return std::vector<double>{10 * (p[1] - p[0] * p[0]), 1 - p[0]};
  });
  EXPECT_NEAR(found.parameters[0], 1, 1e-4);
  EXPECT_NEAR(found.parameters[1], 1, 1e-4);
}

TEST(LeastSquares, IsNeverWorseThanItsStart) {
  const Residuals corner = [](std::span<const double> p) { return std::vector<double>{std::abs(p[0]) + 1}; };
  EXPECT_LE(least_squares({0}, corner).sum_of_squares, 1);
  EXPECT_EQ(least_squares({0}, corner, 0).parameters, std::vector<double>{0});
}

TEST(Deviations, OfALineAreWhatTextbooksSay) {
  // y = a + b x at x = 0, 1, 2, 3, each off by 0.5 as a rule: variances sigma² (1/n + mean²/S) and sigma²/S, S = 5.
  const Residuals line = [](std::span<const double> p) {
    std::vector<double> residuals;
    for (const double x : {0.0, 1.0, 2.0, 3.0}) {
      residuals.push_back((p[0] + p[1] * x - 7) / 0.5);
    }
    return residuals;
  };
  const std::vector<double> found = deviations({7, 0}, line);
  EXPECT_NEAR(found[0], 0.5 * std::sqrt(1.0 / 4 + 1.5 * 1.5 / 5), 1e-6);
  EXPECT_NEAR(found[1], 0.5 / std::sqrt(5.0), 1e-6);
}

TEST(Deviations, OfWhatNothingDependsOnAreInfinite) {
  const std::vector<double> found =
      deviations({1, 1}, [](std::span<const double> p) { return std::vector<double>{p[0] - 1}; });
  EXPECT_TRUE(std::isinf(found[1]));
}

}  // namespace
}  // namespace warpshop::stats
