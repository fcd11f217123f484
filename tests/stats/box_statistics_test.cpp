#include "sim/stats/box_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/support/any_values.hpp"

namespace warpshop::stats {
namespace {

/// As it says in a textbook, from the sorted values: quartiles between ranks, whiskers from the ends inwards.
BoxStatistics slow_box(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto quartile = [&](double part) {
    const double rank = part * static_cast<double>(values.size() - 1);
    const double below = values[static_cast<std::size_t>(std::floor(rank))];
    const double above = values[static_cast<std::size_t>(std::ceil(rank))];
    return below + (rank - std::floor(rank)) * (above - below);
  };
  BoxStatistics box{.count = values.size(),
                    .min = values.front(),
                    .low_quartile = quartile(0.25),
                    .median = quartile(0.5),
                    .high_quartile = quartile(0.75),
                    .max = values.back()};
  const double height = box.high_quartile - box.low_quartile;
  const double bottom = box.low_quartile - 1.5 * height;
  const double top = box.high_quartile + 1.5 * height;
  std::size_t low = 0;
  while (values[low] < bottom && std::abs(values[low] - bottom) > 1e-9 * std::max(std::abs(values[low]), bottom)) {
    ++low;
  }
  std::size_t high = values.size() - 1;
  while (values[high] > top && values[high] - top > 1e-9 * values[high]) {
    --high;
  }
  box.low_whisker = values[low];
  box.high_whisker = values[high];
  box.outliers = values.size() - (high - low + 1);
  for (const double value : values) {
    box.mean += value / static_cast<double>(values.size());
  }
  return box;
}

// Quartiles at ranks 2.5 and 7.5, counted from 0: 3.5 and 8.5; whiskers reach to -4 and 16.
TEST(BoxStatistics, LeavesOutOfTheWhiskersWhatLiesFarFromTheBox) {
  const auto box = box_statistics(std::vector<double>{100, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1});
  const BoxStatistics expected{.count = 11,
                               .min = 1,
                               .low_whisker = 1,
                               .low_quartile = 3.5,
                               .median = 6,
                               .high_quartile = 8.5,
                               .high_whisker = 10,
                               .max = 100,
                               .mean = 155.0 / 11,
                               .outliers = 1};
  EXPECT_EQ(box, expected);
}

// Quartiles 1 and 2: the whiskers reach to -0.5 and 3.5, both of which are values.
TEST(BoxStatistics, WhiskersHoldWhatLiesExactlyAtTheirReach) {
  const auto box = box_statistics(std::vector{-0.5, 1.0, 1.5, 2.0, 3.5});
  EXPECT_EQ(box->low_whisker, -0.5);
  EXPECT_EQ(box->high_whisker, 3.5);
  EXPECT_EQ(box->outliers, 0);
}

TEST(BoxStatistics, WhatRoundingLeavesIsNoOutlier) {
  std::vector<double> values(10, 1.0);
  values[2] = 0.9999999999999998;
  values[5] = 1.0000000000000002;
  EXPECT_EQ(box_statistics(values)->outliers, 0);
  EXPECT_EQ(box_statistics(values)->low_whisker, 0.9999999999999998);
  values[7] = 1 - 1e-8;
  EXPECT_EQ(box_statistics(values)->outliers, 1);
  EXPECT_EQ(box_statistics(values)->low_whisker, 0.9999999999999998);
  // quartiles 0.8 and 1: the whiskers reach to 0.5, which is 0.50000000000000011 as it is computed
  const auto box = box_statistics(std::vector{0.5, 0.8, 0.9, 1.0, 1.0});
  ASSERT_GT(0.8 - 1.5 * (1.0 - 0.8), 0.5);
  EXPECT_EQ(box->low_whisker, 0.5);
  EXPECT_EQ(box->outliers, 0);
}

TEST(BoxStatistics, TheSameOfCountedValues) {
  const std::vector<RepeatedValue> values{{0.9999999999999998, 3}, {1, 1'000'000}, {1 + 1e-8, 2}};
  const BoxStatistics box = box_statistics(values, 1);
  EXPECT_EQ(box.outliers, 2);
  EXPECT_EQ(box.low_whisker, 0.9999999999999998);
  EXPECT_EQ(box.high_whisker, 1);
}

TEST(BoxStatistics, OfNoneOneAndEqualValues) {
  EXPECT_FALSE(box_statistics(std::vector<double>{}));
  for (const double value : {0.0, 5e-324, 7.0, 1e300, -1e300}) {
    for (const std::size_t count : {1U, 2U, 5U}) {
      const auto box = box_statistics(std::vector<double>(count, value));
      EXPECT_EQ(box->count, count);
      EXPECT_EQ(box->outliers, 0);
      for (const double found : {box->min, box->low_whisker, box->low_quartile, box->median, box->high_quartile,
                                 box->high_whisker, box->max, box->mean}) {
        EXPECT_EQ(found, value);
      }
    }
  }
}

TEST(BoxStatistics, OfManyHugeValuesDoesNotOverflow) {
  const auto box = box_statistics(std::vector<double>{1e308, 1.2e308, 1.4e308, 1.7e308});
  EXPECT_TRUE(std::isfinite(box->mean));
  EXPECT_EQ(box->high_whisker, 1.7e308);
}

TEST(BoxStatistics, IsWhatTheTextbookFinds) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(1, 60, test::any_duration);
    const BoxStatistics box = *box_statistics(values);
    BoxStatistics slow = slow_box(values);
    RC_ASSERT(std::abs(box.mean - slow.mean) <= 1e-14 * slow.mean);
    slow.mean = box.mean;
    RC_ASSERT(box == slow);
  }));
}

TEST(BoxStatistics, IsOrderedAndDoesNotDependOnTheOrderOfTheValues) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(1, 60, test::any_size);
    const BoxStatistics box = *box_statistics(values);
    RC_ASSERT(box == *box_statistics(test::shuffled(values)));
    const std::vector boxed{box.min, box.low_quartile, box.median, box.high_quartile, box.max};
    RC_ASSERT(std::is_sorted(boxed.begin(), boxed.end()));
    const std::vector reached{box.min, box.low_whisker, box.high_whisker, box.max};
    RC_ASSERT(std::is_sorted(reached.begin(), reached.end()));
    RC_ASSERT(box.min <= box.mean && box.mean <= box.max);
  }));
}

}  // namespace
}  // namespace warpshop::stats
