#include "sim/model/confidence.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace warpshop {
namespace {

TEST(Confidence, IsValidWithinItsRanges) {
  EXPECT_TRUE((Confidence{.low = 0, .high = 1, .samples = 1}).is_valid());
  EXPECT_FALSE((Confidence{.low = 1, .high = 1, .samples = 0}).is_valid());
  EXPECT_FALSE((Confidence{.low = 1.5, .high = 2, .samples = 1}).is_valid());
  EXPECT_FALSE((Confidence{.low = -0.5, .high = 1, .samples = 1}).is_valid());
  EXPECT_FALSE((Confidence{.low = 0.5, .high = 0.9, .samples = 1}).is_valid());
  EXPECT_FALSE((Confidence{.low = 0.5, .high = std::numeric_limits<double>::infinity(), .samples = 1}).is_valid());
}

TEST(EndOfInterval, IsRoundedAwayFromTheValue) {
  EXPECT_EQ(end_of_interval(3, 1 - 1.0 / 3e6), 2.99999);
  EXPECT_EQ(end_of_interval(3, 1 + 1.0 / 3e6), 3.00001);
  EXPECT_EQ(end_of_interval(1e9 / 3, 0.5), 166'666'000);
}

TEST(EndOfInterval, OfWhatWasRoundedStays) {
  EXPECT_EQ(end_of_interval(7, 6.54321 / 7), 6.54321);
  EXPECT_EQ(end_of_interval(7, 7.65432 / 7), 7.65432);
}

TEST(EndOfInterval, IsTheValueWhereTheyAreTheSame) {
  EXPECT_EQ(end_of_interval(1.0 / 3, 1), 1.0 / 3);
  EXPECT_EQ(end_of_interval(0, 1), 0);
  EXPECT_EQ(end_of_interval(5, 0), 0);
}

}  // namespace
}  // namespace warpshop
