#include "sim/model/sm_amount.hpp"

#include <gtest/gtest.h>

namespace warpshop {
namespace {

TEST(SmAmount, IsWrittenInTheFewestDigits) {
  EXPECT_EQ(sms_text({2'500'000}), "2.5 SMs");
  EXPECT_EQ(sms_text({1'000'000}), "1 SM");
  EXPECT_EQ(sms_text({28'000'001}), "28.000001 SMs");
  EXPECT_EQ(sms_text({2'000'000'000}), "2000 SMs");
  EXPECT_EQ(sms_text({1}), "1e-6 SMs");
}

// 1.1 · 10 is 11.000000000000002 in doubles.
TEST(SmAmount, IsCutIntoWholeSlicesWithoutRoundingErrors) {
  EXPECT_EQ(slices_of_reservation({1'100'000}, 10), 11);
  EXPECT_EQ(slices_of_reservation({1'100'001}, 10), 12);
  EXPECT_EQ(slices_of_quota({1'100'000}, 10), 11);
  EXPECT_EQ(slices_of_quota({1'099'999}, 10), 10);
  EXPECT_EQ(slices_of_reservation({333'333}, 3), 1);
  EXPECT_EQ(slices_of_quota({333'333}, 3), 0);
  EXPECT_EQ(slices_of_quota({333'334}, 3), 1);
  EXPECT_EQ(slices_of_reservation({1}, 1), 1);
  EXPECT_EQ(slices_of_reservation({2'000'000'000}, 1 << 20), 2000LL << 20);
}

}  // namespace
}  // namespace warpshop
