#include "sim/stats/quantile.hpp"

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

TEST(Quantile, IsTheSameOfCountedValues) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(1, 40, test::any_duration);
    const double probability = test::any_number(0, 41) / 40.0;
    RC_ASSERT(quantile(repeated_values(values), probability) == quantile(values, probability));
  }));
}

}  // namespace
}  // namespace warpshop::stats
