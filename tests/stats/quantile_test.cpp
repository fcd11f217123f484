#include "sim/stats/quantile.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/stats/median.hpp"
#include "tests/support/any_values.hpp"

namespace warpshop::stats {
namespace {

TEST(Quantile, LiesLinearlyBetweenTwoRanks) {
  const std::vector values{40.0, 10.0, 30.0, 20.0};
  EXPECT_EQ(quantile(values, 0), 10);
  EXPECT_EQ(quantile(values, 1), 40);
  EXPECT_DOUBLE_EQ(quantile(values, 0.1), 13);
  EXPECT_DOUBLE_EQ(quantile(values, 0.95), 38.5);
}

TEST(Quantile, OfOneHalfIsTheMedian) {
  for (const std::vector<double>& values : {std::vector{3.0, 1.0, 2.0}, {4.0, 1.0, 2.0, 3.0}, {7.0}}) {
    EXPECT_EQ(quantile(values, 0.5), median(values));
  }
}

TEST(Quantile, OfOneValueIsThatValue) {
  EXPECT_EQ(quantile(std::vector{7.0}, 0.99), 7);
}

// Of values in order, at rank (n - 1) probability, one by one.
TEST(Quantile, IsWhatTheDefinitionSays) {
  EXPECT_TRUE(rc::check([] {
    std::vector<double> values = test::any_values(1, 40, test::any_duration);
    const double probability = test::any_number(0, 41) / 40.0;
    const double found = quantile(values, probability);
    std::sort(values.begin(), values.end());
    const double place = static_cast<double>(values.size() - 1) * probability;
    const auto below = static_cast<std::size_t>(place);
    const double next = values[std::min(below + 1, values.size() - 1)];
    RC_ASSERT(found == values[below] + (place - static_cast<double>(below)) * (next - values[below]));
  }));
}

TEST(NearestRank, OfTwentyTheLongestIsWithinNinetyNinePerCentOfThem) {
  std::vector<double> values(19, 5);
  values.push_back(9);
  EXPECT_EQ(nearest_rank(repeated_values(values), 0.99), 9);
  EXPECT_EQ(nearest_rank(repeated_values(values), 0.95), 5);
  EXPECT_EQ(nearest_rank(repeated_values(values), 0), 5);
}

// The least value such that so many are no larger, by counting them; in 40ths, so that no product is rounded.
TEST(NearestRank, IsWhatTheDefinitionSays) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(1, 40, test::any_duration);
    const int part = test::any_number(0, 41);
    const double found = nearest_rank(repeated_values(values), part / 40.0);
    const auto up_to = [&](double most) {
      return 40 * std::count_if(values.begin(), values.end(), [most](double value) { return value <= most; });
    };
    const auto wanted = static_cast<std::ptrdiff_t>(part * values.size());
    RC_ASSERT(up_to(found) >= wanted);
    for (const double smaller : values) {
      RC_ASSERT(smaller >= found || up_to(smaller) < wanted);
    }
  }));
}

}  // namespace
}  // namespace warpshop::stats
