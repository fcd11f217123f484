#include "sim/model/units.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace warpshop {
namespace {

using namespace std::chrono_literals;

TEST(Units, MillisTakeEveryUnitOfTimeWithoutACast) {
  EXPECT_EQ(Millis{2s}.count(), 2000);
  EXPECT_EQ(Millis{250us}.count(), 0.25);
  EXPECT_EQ(Millis{1ns}.count(), 1e-6);
  EXPECT_EQ(Millis{Millis{1.5} + 500us}.count(), 2);
  EXPECT_EQ(Millis{3} / Millis{2}, 1.5);
}

TEST(Units, SizeOverBandwidthIsATime) {
  EXPECT_EQ((Bytes{1'000'000} / BytesPerSecond{1e9}).count(), 1);
  EXPECT_EQ((Bytes{0} / BytesPerSecond{1e9}).count(), 0);
  EXPECT_DOUBLE_EQ((Bytes{32 * 1024 * 1024} / BytesPerSecond{3.26e9}).count(), 33554432 / 3.26e6);
}

TEST(Units, SizesAndBandwidthsCompareByTheirValues) {
  EXPECT_LT(Bytes{1}, Bytes{2});
  EXPECT_EQ(Bytes{7}, Bytes{7});
  EXPECT_GT(BytesPerSecond{2.5}, BytesPerSecond{2.25});
}

TEST(Tied, CountsAsEqualWithinOneInABillionOfTheLarger) {
  EXPECT_TRUE(tied(1.0, 1.0));
  EXPECT_TRUE(tied(1.0, 1 + 0.9e-9));
  EXPECT_TRUE(tied(1 + 0.9e-9, 1.0));
  EXPECT_FALSE(tied(1.0, 1 + 1.1e-9));
  EXPECT_TRUE(tied(1e12, 1e12 + 999));
  EXPECT_FALSE(tied(1e12, 1e12 + 1001));
  EXPECT_TRUE(tied(Millis{5}, Millis{5 + 4e-9}));
  EXPECT_FALSE(tied(Millis{5}, Millis{5 + 6e-9}));
}

TEST(Tied, IsRelativeSoThatNothingButZeroIsTiedWithZero) {
  EXPECT_TRUE(tied(0.0, 0.0));
  EXPECT_TRUE(tied(0.0, -0.0));
  EXPECT_FALSE(tied(0.0, std::numeric_limits<double>::min()));
  EXPECT_TRUE(tied(1e-30, 1e-30 * (1 + 1e-10)));
  EXPECT_FALSE(tied(-1.0, 1.0));
  EXPECT_TRUE(tied(-1.0, -1 - 1e-10));
}

TEST(ClearlyLess, IsLessAndNotTied) {
  EXPECT_TRUE(clearly_less(Millis{1}, Millis{2}));
  EXPECT_FALSE(clearly_less(Millis{2}, Millis{1}));
  EXPECT_FALSE(clearly_less(Millis{1}, Millis{1}));
  EXPECT_FALSE(clearly_less(Millis{1}, Millis{1 + 0.9e-9}));
  EXPECT_TRUE(clearly_less(Millis{1}, Millis{1 + 1.1e-9}));
}

}  // namespace
}  // namespace warpshop
