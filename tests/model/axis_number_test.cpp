#include <gtest/gtest.h>

#include "sim/model/quantity.hpp"

namespace warpshop {
namespace {

TEST(AxisNumber, IsTheSameInEveryUnitOfItsKind) {
  EXPECT_TRUE(same_value("1000 us", "1 ms"));
  EXPECT_TRUE(same_value("1e3 µs", "0.001 s"));
  EXPECT_TRUE(same_value("1024 MiB", "1 GiB"));
  EXPECT_TRUE(same_value("12 GB/s", "12000MB/s"));
  EXPECT_TRUE(same_value("2", "2.0"));
  EXPECT_TRUE(same_value("titanx", "titanx"));
  EXPECT_FALSE(same_value("1 ms", "1 MB"));
  EXPECT_FALSE(same_value("1 ms", "1"));
  EXPECT_FALSE(same_value("2", "two"));
}

TEST(AxisNumber, OfTextIsNone) {
  EXPECT_FALSE(axis_number("k20c"));
  EXPECT_EQ(axis_number("0 us"), (AxisNumber{0, axis_number("1 s")->unit}));
  EXPECT_EQ(axis_number("3 apples"), (AxisNumber{3, "apples"}));
}

}  // namespace
}  // namespace warpshop
