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

}  // namespace
}  // namespace warpshop::stats
