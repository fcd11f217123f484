#include "sim/stats/falling_root.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace warpshop::stats {
namespace {

TEST(FallingRoot, IsFoundForSteepAndFlatFunctions) {
  EXPECT_NEAR(falling_root(-35, 35, [](double x) { return 2 - x; }), 2, 1e-10);
  EXPECT_NEAR(falling_root(-35, 35, [](double x) { return 1 - std::exp(x - 3); }), 3, 1e-10);
  EXPECT_NEAR(falling_root(-35, 35, [](double x) { return x < -20 ? 1.0 : -1e-6; }), -20, 1e-10);
}

TEST(FallingRoot, EndsWithACallAtWhatItReturns) {
  double last = 0;
  const double root = falling_root(0, 10, [&](double x) {
    last = x;
    return 7 - x;
  });
  EXPECT_EQ(root, last);
}

}  // namespace
}  // namespace warpshop::stats
