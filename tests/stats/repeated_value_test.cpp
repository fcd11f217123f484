#include <vector>

#include <gtest/gtest.h>

#include "sim/stats/quantile.hpp"

namespace warpshop::stats {
namespace {

TEST(RepeatedValues, AreCountedInIncreasingOrder) {
  const std::vector<RepeatedValue> expected{{1, 2}, {2, 1}, {7, 3}};
  EXPECT_EQ(repeated_values(std::vector{7.0, 1.0, 7.0, 2.0, 1.0, 7.0}), expected);
  EXPECT_TRUE(repeated_values({}).empty());
}

}  // namespace
}  // namespace warpshop::stats
