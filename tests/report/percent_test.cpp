#include "sim/report/percent.hpp"

#include <gtest/gtest.h>

namespace warpshop::report {
namespace {

TEST(Percent, HasOneDecimalAndNoNegativeZero) {
  EXPECT_EQ(percent(0.0312), "3.1 %");
  EXPECT_EQ(percent(-0.0004), "0.0 %");
  EXPECT_EQ(percent(1.5), "150.0 %");
}

TEST(Percent, ShowsASignUnlessItIsZero) {
  EXPECT_EQ(signed_percent(0.0312), "+3.1");
  EXPECT_EQ(signed_percent(-0.0312), "-3.1");
  EXPECT_EQ(signed_percent(0.0004), "0.0");
  EXPECT_EQ(signed_percent(-0.0004), "0.0");
}

}  // namespace
}  // namespace warpshop::report
