#include "sim/learn/nearest_neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "sim/stats/draws.hpp"

namespace warpshop::learn {
namespace {

Table four_corners() {
  Table table{.features = 2};
  table.add(std::vector{0.0, 0.0}, 0);
  table.add(std::vector{0.0, 3.0}, 1);
  table.add(std::vector{4.0, 0.0}, 1);
  table.add(std::vector{4.0, 3.0}, 2);
  return table;
}

// From (0, 1): 1, 2, √17 and √20 away.
TEST(NearestNeighbours, AreThoseAtTheLeastDistance) {
  const std::vector row{0.0, 1.0};
  EXPECT_EQ(nearest_neighbours_regressor(four_corners(), 1)(row), 0);
  EXPECT_EQ(nearest_neighbours_regressor(four_corners(), 2)(row), 0.5);
  EXPECT_EQ(nearest_neighbours_regressor(four_corners(), 4)(row), 1);
  EXPECT_EQ(nearest_neighbours_classifier(four_corners(), 4)(row), (std::vector{0.25, 0.5, 0.25}));
}

TEST(NearestNeighbours, OfSeveralEquallyFarAreThoseThatStandFirst) {
  const std::vector middle{2.0, 1.5};
  EXPECT_EQ(nearest_neighbours_regressor(four_corners(), 1)(middle), 0);
  EXPECT_EQ(nearest_neighbours_regressor(four_corners(), 2)(middle), 0.5);
}

// The slow version: k times the nearest that is left.
TEST(NearestNeighbours, AreWhatTakingTheNearestAgainAndAgainFinds) {
  stats::Draws draws(32);
  for (int repetition = 0; repetition < 50; ++repetition) {
    Table table{.features = 3};
    for (int row = 0; row < 20; ++row) {
      table.add(std::vector{double(draws.below(5)), double(draws.below(5)), draws.unit()}, draws.unit());
    }
    const std::vector row{double(draws.below(5)), double(draws.below(5)), draws.unit()};
    std::vector<bool> taken(table.rows());
    double sum = 0;
    for (std::size_t k = 1; k <= table.rows(); ++k) {
      std::size_t nearest = table.rows();
      double least = 1e9;
      for (std::size_t other = 0; other < table.rows(); ++other) {
        double squares = 0;
        for (std::size_t i = 0; i < 3; ++i) {
          squares += (table.row(other)[i] - row[i]) * (table.row(other)[i] - row[i]);
        }
        if (!taken[other] && squares < least) {
          nearest = other;
          least = squares;
        }
      }
      taken[nearest] = true;
      sum += table.targets[nearest];
      EXPECT_NEAR(nearest_neighbours_regressor(table, k)(row), sum / double(k), 1e-12);
    }
  }
}

TEST(Scaling, BringsFeaturesToMeanZeroAndDeviationOne) {
  Table table{.features = 2};
  table.add(std::vector{1.0, 7.0}, 0);
  table.add(std::vector{3.0, 7.0}, 0);
  const Table scaled = scaling_of(table).scaled(table);
  EXPECT_EQ(scaled.values, (std::vector{-1.0, 0.0, 1.0, 0.0}));
  EXPECT_EQ(scaling_of(table).scaled(std::vector{5.0, 8.0}), (std::vector{3.0, 0.0}));
}

TEST(Scaling, OfAFeatureThatIsAlwaysTheSameIsNotThatOfRounding) {
  Table table{.features = 1};
  for (int row = 0; row < 3; ++row) {
    table.add(std::vector{0.1}, 0);
  }
  EXPECT_EQ(scaling_of(table).deviations[0], 0);
}

TEST(RowsOf, TakesRowsInTheGivenOrderAndSeveralTimes) {
  const std::vector<std::size_t> rows{3, 0, 3};
  const Table chosen = rows_of(four_corners(), rows);
  EXPECT_EQ(chosen.values, (std::vector{4.0, 3.0, 0.0, 0.0, 4.0, 3.0}));
  EXPECT_EQ(chosen.targets, (std::vector{2.0, 0.0, 2.0}));
}

TEST(Likeliest, OfSeveralIsTheFirst) {
  EXPECT_EQ(likeliest(std::vector{0.2, 0.4, 0.4}), 1U);
}

}  // namespace
}  // namespace warpshop::learn
