#include "sim/model/cost_distribution.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace warpshop {
namespace {

CostDistribution of(const std::vector<double>& costs) {
  const std::vector<Millis> times(costs.begin(), costs.end());
  return distribution_of(times);
}

TEST(CostDistribution, ItsQuantilesAreCostsOfOrders) {
  EXPECT_EQ(of({5, 1, 4, 2, 3}), (CostDistribution{.orders = 5,
                                                   .minimum = Millis{1},
                                                   .lower_quartile = Millis{2},
                                                   .median = Millis{3},
                                                   .mean = Millis{3},
                                                   .upper_quartile = Millis{4},
                                                   .maximum = Millis{5}}));
  const CostDistribution four = of({8, 1, 2, 4});
  EXPECT_EQ(four.lower_quartile, Millis{1});
  EXPECT_EQ(four.median, Millis{2});  // the lower of the two in the middle
  EXPECT_EQ(four.upper_quartile, Millis{4});
  EXPECT_EQ(four.mean, Millis{3.75});
}

TEST(CostDistribution, OfOneOrderIsItsCost) {
  const CostDistribution one = of({7});
  EXPECT_EQ(one.minimum, Millis{7});
  EXPECT_EQ(one.lower_quartile, Millis{7});
  EXPECT_EQ(one.median, Millis{7});
  EXPECT_EQ(one.mean, Millis{7});
  EXPECT_EQ(one.maximum, Millis{7});
}

TEST(CostDistribution, LatenessMayBeNegative) {
  const CostDistribution early = of({-3, -1, -2});
  EXPECT_EQ(early.minimum, Millis{-3});
  EXPECT_EQ(early.median, Millis{-2});
  EXPECT_EQ(early.mean, Millis{-2});
}

}  // namespace
}  // namespace warpshop
