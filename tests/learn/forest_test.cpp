#include "sim/learn/forest.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/learn/elimination.hpp"
#include "sim/learn/learning_seed.hpp"
#include "sim/stats/draws.hpp"

namespace warpshop::learn {
namespace {

/// Class 1 where features 2 and 4 say so; the other four are noise.
Table two_of_six(int rows) {
  stats::Draws draws(4);
  Table table{.features = 6};
  for (int row = 0; row < rows; ++row) {
    std::vector<double> features(6);
    for (double& feature : features) {
      feature = draws.unit();
    }
    table.add(features, features[2] + 0.8 * features[4] > 1.2 ? 1 : 0);
  }
  return table;
}

TEST(Forest, IsTheSameForTheSameSeed) {
  const Table table = two_of_six(60);
  const std::vector<double> row(6, 0.6);
  const auto vote = [&](std::uint64_t seed) { return random_forest(table, {.seed = seed})(row); };
  EXPECT_EQ(vote(1), vote(1));
  EXPECT_NE(vote(1), vote(2));
}

// Trees are numbered: more of them leave the first as they were.
TEST(Forest, OfTreesIsTheirMean) {
  const Table table = two_of_six(40);
  const std::vector<double> row(6, 0.6);
  std::vector<double> sums(2);
  for (std::size_t number = 0; number < 5; ++number) {
    std::vector<std::size_t> rows(40);
    stats::Draws draws(learning_seed(7, "rows of a tree", number));
    for (std::size_t& each : rows) {
      each = draws.below(40);
    }
    const Tree tree(table, rows, {.classes = 2}, 2, learning_seed(7, "features of a tree", number));
    sums[0] += tree.leaf(row)[0];
    sums[1] += tree.leaf(row)[1];
  }
  const std::vector<double> votes = random_forest(table, {.trees = 5, .seed = 7})(row);
  EXPECT_DOUBLE_EQ(votes[0], sums[0] / 5);
  EXPECT_DOUBLE_EQ(votes[1], sums[1] / 5);
}

TEST(Forest, OfRowsOfOneClassIsSure) {
  Table table{.features = 1};
  table.add(std::vector{1.0}, 1);
  table.add(std::vector{2.0}, 1);
  EXPECT_EQ(random_forest(table)(std::vector{1.5}), (std::vector{0.0, 1.0}));
}

TEST(BaggedTrees, StayWithinWhatTheyHaveSeen) {
  stats::Draws draws(11);
  Table table{.features = 2};
  for (int row = 0; row < 30; ++row) {
    table.add(std::vector{draws.unit(), draws.unit()}, 1 + draws.unit());
  }
  const Regressor bagged = bagged_trees(table);
  for (const double far : {-100.0, 0.5, 100.0}) {
    EXPECT_GE(bagged(std::vector{far, -far}), 1);
    EXPECT_LE(bagged(std::vector{far, -far}), 2);
  }
}

TEST(QuarterOf, IsRoundedAndAtLeastOne) {
  EXPECT_EQ(quarter_of(1), 1U);
  EXPECT_EQ(quarter_of(5), 1U);
  EXPECT_EQ(quarter_of(6), 2U);
  EXPECT_EQ(quarter_of(15), 4U);
}

TEST(Elimination, LeavesTheFeaturesThatSaySomething) {
  const std::vector<std::size_t> order = elimination_order(two_of_six(200), {.trees = 40});
  ASSERT_EQ(order.size(), 6U);
  EXPECT_TRUE((order[4] == 4 && order[5] == 2) || (order[4] == 2 && order[5] == 4));
}

TEST(Elimination, KeepsWhatCrossValidationNeeds) {
  const std::vector<std::size_t> kept = kept_features(two_of_six(200), 5, {.trees = 40});
  EXPECT_NE(std::find(kept.begin(), kept.end(), 2U), kept.end());
  EXPECT_NE(std::find(kept.begin(), kept.end(), 4U), kept.end());
  EXPECT_LE(kept.size(), 4U);
}

TEST(Elimination, OfOneFeatureKeepsIt) {
  Table table{.features = 1};
  for (int row = 0; row < 10; ++row) {
    table.add(std::vector{double(row)}, row < 5 ? 0 : 1);
  }
  EXPECT_EQ(kept_features(table, 2, {.trees = 5}), (std::vector<std::size_t>{0}));
}

TEST(ColumnsOf, TakesThemInTheirOrder) {
  const std::vector<std::size_t> features{2, 0};
  Table table{.features = 3};
  table.add(std::vector{1.0, 2.0, 3.0}, 9);
  EXPECT_EQ(columns_of(table, features).values, (std::vector{3.0, 1.0}));
  EXPECT_EQ(columns_of(table, features).targets, (std::vector{9.0}));
}

}  // namespace
}  // namespace warpshop::learn
