#include "sim/order/ranking.hpp"

#include <gtest/gtest.h>

namespace warpshop::order {
namespace {

std::vector<Millis> millis(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

TEST(ByDecreasing, TheSecondKeyDecidesAmongTiedFirstKeysAlone) {
  EXPECT_EQ(by_decreasing(millis({2, 5, 2, 2}), millis({1, 0, 3, 1})), (Order{1, 2, 0, 3}));
}

TEST(ByDecreasing, ARunOfTiesIsCountedFromItsLargestKey) {
  const double step = 6e-10;
  // 1 ties with 1 + step, not with 1 + 2 step: with the largest key only the middle one does.
  EXPECT_EQ(by_decreasing(millis({1, 1 + step, 1 + 2 * step}), millis({9, 2, 1})), (Order{1, 2, 0}));
}

TEST(ByDecreasing, KeepsInputOrderWhereBothKeysTie) {
  EXPECT_EQ(by_decreasing(millis({1, 1 + 5e-10, 1}), millis({3, 3, 3 * (1 + 5e-10)})), (Order{0, 1, 2}));
}

}  // namespace
}  // namespace warpshop::order
