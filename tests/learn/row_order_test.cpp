#include "sim/learn/row_order.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace warpshop::learn {
namespace {

TEST(RowOrder, HasEveryRowOnce) {
  const stats::CounterDraws draws(1, 2, 3);
  for (const std::size_t rows : {0U, 1U, 2U, 50U}) {
    std::vector<std::size_t> order = row_order(rows, draws, 4);
    std::sort(order.begin(), order.end());
    for (std::size_t row = 0; row < rows; ++row) {
      EXPECT_EQ(order[row], row);
    }
    EXPECT_EQ(order.size(), rows);
  }
}

// 6000 orders of three rows: each of six 1000 times, with a standard deviation of 29.
TEST(RowOrder, HasEveryOrderEquallyOften) {
  const stats::CounterDraws draws(1, 2, 3);
  std::array<int, 9> counts{};
  for (std::uint64_t number = 0; number < 6000; ++number) {
    const std::vector<std::size_t> order = row_order(3, draws, number);
    ++counts.at(order[0] * 3 + order[1]);
  }
  for (const std::size_t order : {1U, 2U, 3U, 5U, 6U, 7U}) {
    EXPECT_NEAR(counts.at(order), 1000, 150) << order;
  }
}

}  // namespace
}  // namespace warpshop::learn
