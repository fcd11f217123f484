#include "sim/report/objective_text.hpp"

#include <gtest/gtest.h>

#include "sim/report/decimals.hpp"

namespace warpshop::report {
namespace {

std::string gap(double cost, double bound) {
  return excess_text(Objective::makespan, Millis{cost}, Millis{bound});
}

TEST(ExcessText, ShowsAsManyDigitsAsAGapNeeds) {
  EXPECT_EQ(gap(101.24, 100), "1.2 %");
  EXPECT_EQ(gap(100.06, 100), "0.1 %");
  EXPECT_EQ(gap(100.04, 100), "0.04 %");
  EXPECT_EQ(gap(100.004, 100), "0.004 %");
  EXPECT_EQ(gap(100.0000042, 100), "0.000004 %");
}

TEST(ExcessText, IsZeroOnlyWhereBothAreTied) {
  EXPECT_EQ(gap(100, 100), "0 %");
  EXPECT_EQ(gap(100 * (1 + 5e-10), 100), "0 %");
  EXPECT_EQ(gap(100 * (1 - 5e-10), 100), "0 %");
  EXPECT_EQ(gap(100 * (1 + 5e-9), 100), "0.0000005 %");
  EXPECT_EQ(gap(0, 0), "0 %");
}

TEST(ExcessText, OfLatenessIsInMilliseconds) {
  EXPECT_EQ(excess_text(Objective::lateness, Millis{2.5}, Millis{-1}), "3.500 ms");
  EXPECT_EQ(excess_text(Objective::lateness, Millis{-1}, Millis{-1}), "0 ms");
  EXPECT_EQ(excess_text(Objective::lateness, Millis{1.00004}, Millis{1}), "0.00004 ms");
}

TEST(GainText, HasTheSignOfWhatIsSaved) {
  EXPECT_EQ(gain_text(Objective::makespan, Millis{16.006}, Millis{16}), "-0.04 %");
  EXPECT_EQ(gain_text(Objective::makespan, Millis{8}, Millis{16}), "50.0 %");
  EXPECT_EQ(gain_text(Objective::makespan, Millis{16}, Millis{16}), "0 %");
}

TEST(Rounded, NeverShowsANumberAsZeroThatIsNone) {
  EXPECT_EQ(rounded(-0.0, 3), "0");
  EXPECT_EQ(rounded(1.2345, 3), "1.234");
  EXPECT_EQ(rounded(0.0005, 3), "0.001");
  EXPECT_EQ(rounded(-0.00049, 3), "-0.0005");
  EXPECT_EQ(rounded(0.0096, 1), "0.010");
}

}  // namespace
}  // namespace warpshop::report
