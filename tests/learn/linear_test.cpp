#include "sim/learn/linear.hpp"

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "sim/stats/draws.hpp"

namespace warpshop::learn {
namespace {

TEST(Linear, FindsThePlaneThatRowsLieOn) {
  Table table{.features = 2};
  for (const auto& [x, y] : {std::pair{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}, {5.0, 2.0}}) {
    table.add(std::vector{x, y}, 3 + 2 * x - 7 * y);
  }
  EXPECT_NEAR(linear_regressor(table)(std::vector{10.0, 10.0}), 3 + 20 - 70, 1e-12);
}

// Least squares of (0, 0), (1, 1), (2, 5) by hand: slope 5 / 2, through the mean (1, 2).
TEST(Linear, OfThreePointsIsTheLineByHand) {
  Table table{.features = 1};
  table.add(std::vector{0.0}, 0);
  table.add(std::vector{1.0}, 1);
  table.add(std::vector{2.0}, 5);
  EXPECT_NEAR(linear_regressor(table)(std::vector{3.0}), 7, 1e-12);
}

// What makes least squares: residuals are orthogonal to every feature, and add up to 0; features of very different
// size.
TEST(Linear, LeavesResidualsThatNoFeatureExplains) {
  stats::Draws draws(7);
  Table table{.features = 3};
  for (int row = 0; row < 40; ++row) {
    table.add(std::vector{draws.unit(), 1e6 + draws.unit(), 1e-6 * draws.unit()}, draws.unit());
  }
  const Regressor linear = linear_regressor(table);
  const Scaling scaling = scaling_of(table);
  std::vector<double> sums(4);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const double residual = table.targets[row] - linear(table.row(row));
    sums[3] += residual;
    for (std::size_t i = 0; i < 3; ++i) {
      sums[i] += residual * scaling.scaled(table.row(row))[i];
    }
  }
  for (const double sum : sums) {
    EXPECT_NEAR(sum, 0, 1e-9);
  }
}

TEST(Linear, LeavesOutFeaturesThatSayNothingNew) {
  Table table{.features = 3};
  for (const double x : {1.0, 2.0, 4.0}) {
    table.add(std::vector{x, 5.0, 2 * x + 1}, 10 * x);
  }
  EXPECT_NEAR(linear_regressor(table)(std::vector{3.0, 9.0, -50.0}), 30, 1e-9);
}

TEST(Linear, OfOneRowIsItsTarget) {
  Table table{.features = 2};
  table.add(std::vector{1.0, 2.0}, 4);
  EXPECT_EQ(linear_regressor(table)(std::vector{8.0, 9.0}), 4);
}

}  // namespace
}  // namespace warpshop::learn
