#include "sim/learn/mlp.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "sim/learn/explained.hpp"
#include "sim/learn/hidden_layer.hpp"
#include "sim/learn/linear.hpp"
#include "sim/stats/counter_draws.hpp"
#include "sim/stats/draws.hpp"

namespace warpshop::learn {
namespace {

Table hills(std::uint64_t seed) {
  stats::Draws draws(seed);
  Table table{.features = 2};
  for (int row = 0; row < 500; ++row) {
    const double x = 20 * draws.unit() - 10;
    const double y = draws.unit();
    table.add(std::vector{x, y}, 1000 + std::abs(x) * (1 + y));
  }
  return table;
}

TEST(HiddenLayer, AddsUpUnitsAboveZeroByHand) {
  const HiddenLayer layer{.features = 1, .units = 2, .weights = {2, -1, 10, -3, 1, 100, 0.5}};
  EXPECT_EQ(layer.output(std::vector{1.0}), 10 * 1 + 0.5);    // 2 - 1 = 1; -3 + 1 is below zero
  EXPECT_EQ(layer.output(std::vector{-1.0}), 100 * 4 + 0.5);  // -2 - 1 is below zero; 3 + 1 = 4
}

// ∂ output / ∂ weight by a small change of each weight.
TEST(HiddenLayer, HasTheGradientThatSmallChangesShow) {
  const HiddenLayer layer = random_layer(3, 5, stats::CounterDraws(4, 5, 6));
  const std::vector row{0.3, -1.2, 2.0};
  std::vector<double> gradient;
  layer.gradient(row, gradient);
  ASSERT_EQ(gradient.size(), 5U * 5U + 1);
  constexpr double kStep = 1e-6;
  for (std::size_t place = 0; place < gradient.size(); ++place) {
    HiddenLayer more = layer;
    more.weights[place] += kStep;
    HiddenLayer less = layer;
    less.weights[place] -= kStep;
    EXPECT_NEAR(gradient[place], (more.output(row) - less.output(row)) / (2 * kStep), 1e-8) << place;
  }
}

TEST(Mlp, LearnsWhatNoLineCan) {
  const Table training = hills(1);
  const Table others = hills(2);
  EXPECT_LT(explained(linear_regressor(training), others), 0.5);
  EXPECT_GT(explained(mlp_regressor(training, 1), others), 0.99);
}

TEST(Mlp, IsTheSameForASeedAlone) {
  const Table table = hills(1);
  const std::vector row{2.0, 0.5};
  const MlpSettings few{.units = 4, .passes = 3};
  EXPECT_EQ(mlp_regressor(table, 1, few)(row), mlp_regressor(table, 1, few)(row));
  EXPECT_NE(mlp_regressor(table, 1, few)(row), mlp_regressor(table, 2, few)(row));
}

TEST(Mlp, OfTargetsThatAreAllTheSameIsThatTarget) {
  Table table{.features = 1};
  for (const double x : {1.0, 2.0, 3.0}) {
    table.add(std::vector{x}, 0.1);
  }
  EXPECT_EQ(mlp_regressor(table, 1)(std::vector{1.5}), 0.1);
}

// 1 - (1 + 0 + 1) / (4 + 0 + 4), 4 = (1 - 3)².
TEST(Explained, IsOneLessWhatIsMissedOverTheSpread) {
  Table table{.features = 1};
  for (const double x : {1.0, 3.0, 5.0}) {
    table.add(std::vector{x}, x);
  }
  EXPECT_DOUBLE_EQ(explained([](std::span<const double> row) { return row[0] > 2 ? row[0] > 4 ? 4 : 3 : 2; }, table),
                   0.75);
  EXPECT_DOUBLE_EQ(explained([](std::span<const double>) { return 3; }, table), 0);
  EXPECT_LT(explained([](std::span<const double>) { return 9; }, table), 0);
}

TEST(Explained, OfEqualTargetsIsAllOrNothing) {
  Table table{.features = 1};
  for (int row = 0; row < 7; ++row) {
    table.add(std::vector{1.0}, 0.1);
  }
  EXPECT_EQ(explained([](std::span<const double>) { return 0.1; }, table), 1);
  EXPECT_LT(explained([](std::span<const double>) { return 0.2; }, table), -1e300);
}

}  // namespace
}  // namespace warpshop::learn
