#include "sim/learn/sgd.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "sim/learn/explained.hpp"
#include "sim/learn/linear.hpp"
#include "sim/stats/draws.hpp"

namespace warpshop::learn {
namespace {

/// A plane with features of very different size, and so much noise.
Table noisy_plane(double noise) {
  stats::Draws draws(3);
  Table table{.features = 2};
  for (int row = 0; row < 300; ++row) {
    const double x = draws.unit();
    const double y = 1e6 + 1e3 * draws.unit();
    table.add(std::vector{x, y}, 4 * x - 0.002 * y + noise * (draws.unit() - 0.5));
  }
  return table;
}

TEST(Sgd, FindsAPlaneThatRowsLieOn) {
  const Regressor sgd = sgd_regressor(noisy_plane(0), 1);
  EXPECT_NEAR(sgd(std::vector{0.5, 1e6 + 500}), 2 - 0.002 * (1e6 + 500), 1e-3);
}

TEST(Sgd, EndsNearLeastSquaresAndNeverBelowThem) {
  const Table table = noisy_plane(2);
  const double least_squares = explained(linear_regressor(table), table);
  const double sgd = explained(sgd_regressor(table, 1), table);
  EXPECT_LT(sgd, least_squares);
  EXPECT_GT(sgd, least_squares - 0.005);
}

TEST(Sgd, IsTheSameForASeedAlone) {
  const Table table = noisy_plane(2);
  const std::vector row{0.25, 1e6};
  EXPECT_EQ(sgd_regressor(table, 1)(row), sgd_regressor(table, 1)(row));
  EXPECT_NE(sgd_regressor(table, 1)(row), sgd_regressor(table, 2)(row));
}

// One far row makes plain steps overshoot, and the weights grow without end.
TEST(Sgd, DoesNotOvershootARowThatLiesFarOff) {
  Table table{.features = 1};
  for (int row = 0; row < 1000; ++row) {
    table.add(std::vector{row == 500 ? 1e9 : row}, row == 500 ? 2e9 : 2.0 * row);
  }
  EXPECT_NEAR(sgd_regressor(table, 1)(std::vector{1e9}) / 2e9, 1, 0.01);
}

TEST(Sgd, OfOneRowIsItsTarget) {
  Table table{.features = 1};
  table.add(std::vector{3.0}, 7);
  EXPECT_EQ(sgd_regressor(table, 1)(std::vector{5.0}), 7);
}

}  // namespace
}  // namespace warpshop::learn
