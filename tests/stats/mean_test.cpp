#include "sim/stats/mean.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace warpshop::stats {
namespace {

TEST(Mean, IsTheSumOverTheNumber) {
  EXPECT_DOUBLE_EQ(mean(std::vector{1.0, 2.0, 6.0}), 3);
  EXPECT_DOUBLE_EQ(mean(std::vector{7.0}), 7);
}

TEST(GeometricMean, OfARatioAndItsInverseIsOne) {
  EXPECT_DOUBLE_EQ(geometric_mean(std::vector{4.0, 0.25}), 1);
  EXPECT_DOUBLE_EQ(geometric_mean(std::vector{2.0, 8.0}), 4);
}

}  // namespace
}  // namespace warpshop::stats
