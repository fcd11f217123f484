#include "sim/model/measured_time.hpp"

#include <gtest/gtest.h>

namespace warpshop {
namespace {

TEST(MeasuredTime, IsTheMedianWithItsInterval) {
  const std::vector<Millis> samples{Millis{3}, Millis{1}, Millis{2}, Millis{8}};
  const MeasuredTime time = measured_time(samples);
  EXPECT_EQ(time.median, Millis{2.5});
  EXPECT_EQ(time.low, Millis{1});
  EXPECT_EQ(time.high, Millis{8});
}

TEST(MeasuredTime, IsClearlyLessOnlyWhereIntervalsHaveNothingInCommon) {
  const MeasuredTime low{.median = Millis{1}, .low = Millis{0.9}, .high = Millis{1.1}};
  const MeasuredTime touching{.median = Millis{1.2}, .low = Millis{1.1}, .high = Millis{1.3}};
  const MeasuredTime apart{.median = Millis{1.2}, .low = Millis{1.11}, .high = Millis{1.3}};
  EXPECT_FALSE(clearly_less(low, touching));
  EXPECT_TRUE(clearly_less(low, apart));
  EXPECT_FALSE(clearly_less(apart, low));
}

TEST(MeasuredTime, ErrorsAreRelativeToWhatWasMeasured) {
  EXPECT_DOUBLE_EQ(relative_error(Millis{8}, Millis{10}), 0.2);
  EXPECT_DOUBLE_EQ(relative_error(Millis{12}, Millis{10}), 0.2);
  EXPECT_DOUBLE_EQ(signed_error(Millis{8}, Millis{10}), 0.2) << "took longer than predicted";
  EXPECT_DOUBLE_EQ(signed_error(Millis{12}, Millis{10}), -0.2);
  EXPECT_EQ(relative_error(Millis{0}, Millis{0}), 0);
}

}  // namespace
}  // namespace warpshop
