#include "sim/stats/speedup.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace warpshop::stats {
namespace {

// Five values: the interval of the median is their range.
TEST(Speedup, IsTheRatioOfMediansAndItsEndsAreTheFarthestThatTheIntervalsAllow) {
  const Speedup twice = speedup(std::vector{18.0, 20.0, 20.0, 21.0, 22.0}, std::vector{9.0, 10.0, 10.0, 11.0, 12.0});
  EXPECT_DOUBLE_EQ(twice.ratio, 2);
  EXPECT_DOUBLE_EQ(twice.low, 18.0 / 12);
  EXPECT_DOUBLE_EQ(twice.high, 22.0 / 9);
  EXPECT_TRUE(twice.different);
}

TEST(Speedup, BelowOneIsSlowerAndAsDifferent) {
  const Speedup half = speedup(std::vector{10.0}, std::vector{20.0});
  EXPECT_DOUBLE_EQ(half.ratio, 0.5);
  EXPECT_TRUE(half.different);
}

TEST(Speedup, MakesNoDifferenceWhereTheIntervalsTouchOrOverlap) {
  EXPECT_FALSE(speedup(std::vector{10.0, 11.0}, std::vector{11.0, 12.0}).different);
  EXPECT_TRUE(speedup(std::vector{10.0, 11.0}, std::vector{11.1, 12.0}).different);
  EXPECT_FALSE(speedup(std::vector{8.0, 20.0}, std::vector{10.0, 11.0}).different) << "one within the other";
  EXPECT_FALSE(speedup(std::vector{10.0}, std::vector{10.0}).different);
}

TEST(Speedup, HoldsOneInAtLeast90PercentOfComparisonsOfAThingWithItself) {
  std::mt19937_64 generator(5);
  std::exponential_distribution<double> distribution(1.0);
  const auto samples = [&] {
    std::vector<double> values(20);
    for (double& value : values) {
      value = distribution(generator);
    }
    return values;
  };
  constexpr int kTrials = 2000;
  int held = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const Speedup same = speedup(samples(), samples());
    held += same.low <= 1 && 1 <= same.high ? 1 : 0;
    ASSERT_EQ(same.different, same.low > 1 || same.high < 1) << "seed 5, trial " << trial;
  }
  EXPECT_GE(held, kTrials * 90 / 100);
}

}  // namespace
}  // namespace warpshop::stats
