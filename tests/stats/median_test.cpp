#include "sim/stats/median.hpp"

#include <cmath>
#include <cstddef>
#include <random>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace warpshop::stats {
namespace {

TEST(Median, OfAnOddNumberIsTheMiddleAndOfAnEvenNumberTheMeanOfTwo) {
  EXPECT_EQ(median(std::vector{3.0, 1.0, 2.0}), 2.0);
  EXPECT_EQ(median(std::vector{4.0, 1.0, 2.0, 3.0}), 2.5);
  EXPECT_EQ(median(std::vector{7.0}), 7.0);
}

// Ranks of the 95 % interval from the binomial distribution: n = 6: 1 and 6; 10: 2 and 9; 20: 6 and 15; 100: 40 and 61.
TEST(MedianInterval, TakesTheRanksOfTheBinomialDistribution) {
  for (const auto& [count, low, high] :
       {std::tuple{6, 1, 6}, std::tuple{10, 2, 9}, std::tuple{20, 6, 15}, std::tuple{100, 40, 61}}) {
    std::vector<double> values;
    for (int value = count; value > 0; --value) {
      values.push_back(value);
    }
    const ConfidenceInterval interval = median_interval(values);
    EXPECT_EQ(interval.low, low) << count;
    EXPECT_EQ(interval.high, high) << count;
  }
}

TEST(MedianInterval, OfFewValuesIsTheirRange) {
  const ConfidenceInterval interval = median_interval(std::vector{3.0, 1.0, 2.0});
  EXPECT_EQ(interval.low, 1.0);
  EXPECT_EQ(interval.high, 3.0);
}

TEST(MedianInterval, OfManyValuesDoesNotUnderflow) {
  std::vector<double> values;
  for (int value = 1; value <= 10001; ++value) {
    values.push_back(value);
  }
  const ConfidenceInterval interval = median_interval(values);
  EXPECT_NEAR(interval.low, 5001 - 98, 2);  // 1.96 √n / 2
  EXPECT_NEAR(interval.high, 5001 + 98, 2);
}

TEST(MedianInterval, HoldsTheMedianInAtLeast95PercentOfTrials) {
  std::mt19937_64 generator(7);
  std::exponential_distribution<double> distribution(1.0);
  constexpr int kTrials = 4000;
  int held = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> values(15);
    for (double& value : values) {
      value = distribution(generator);
    }
    const ConfidenceInterval interval = median_interval(values);
    held += interval.low <= std::log(2.0) && std::log(2.0) <= interval.high ? 1 : 0;
  }
  EXPECT_GE(held, kTrials * 95 / 100);
  EXPECT_LT(held, kTrials);  // an interval that holds everything says nothing
}

TEST(Outliers, NamesWhatLiesFarFromTheMedian) {
  EXPECT_EQ(outliers(std::vector{1.0, 1.01, 0.99, 1.02, 5.0, 0.98}), std::vector<std::size_t>{4});
  EXPECT_TRUE(outliers(std::vector{1.0, 1.01, 0.99, 1.02, 0.98}).empty());
}

}  // namespace
}  // namespace warpshop::stats
