#include "sim/stats/linear_system.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace warpshop::stats {
namespace {

TEST(LinearSystem, IsSolvedThoughItsFirstPivotIsZero) {
  // y = 2, 3 x + y = 5, x + y + z = 6
  std::vector<double> matrix{0, 1, 0, 3, 1, 0, 1, 1, 1};
  std::vector<double> right{2, 5, 6};
  ASSERT_TRUE(solve(matrix, right));
  EXPECT_DOUBLE_EQ(right[0], 1);
  EXPECT_DOUBLE_EQ(right[1], 2);
  EXPECT_DOUBLE_EQ(right[2], 3);
}

TEST(LinearSystem, WithoutOneSolutionIsToldApart) {
  std::vector<double> matrix{1, 2, 2, 4};
  std::vector<double> right{1, 2};
  EXPECT_FALSE(solve(matrix, right));
}

}  // namespace
}  // namespace warpshop::stats
