#include <array>
#include <cstdint>

#include <gtest/gtest.h>

#include "dispatch/serving/serving.hpp"

namespace warpshop::dispatch {
namespace {

TEST(TaskDraw, DrawsAKindAsOftenAsItIsRepeated) {
  const std::array<std::uint32_t, 3> repeats{1, 10'000'000, 9'999'999};
  TaskDraw draw(repeats, 1);
  std::array<int, 3> drawn{};
  for (int i = 0; i < 10'000; ++i) {
    ++drawn.at(draw.next());
  }
  EXPECT_LE(drawn[0], 1);
  EXPECT_NEAR(drawn[1], 5000, 250) << "five standard deviations of 50";
}

TEST(TaskDraw, ReachesTheFirstAndTheLastKind) {
  const std::array<std::uint32_t, 3> repeats{1, 1, 1};
  TaskDraw draw(repeats, 7);
  std::array<int, 3> drawn{};
  for (int i = 0; i < 3000; ++i) {
    ++drawn.at(draw.next());
  }
  for (const int times : drawn) {
    EXPECT_NEAR(times, 1000, 130);
  }
}

TEST(TaskDraw, FollowsFromItsSeed) {
  const std::array<std::uint32_t, 2> repeats{3, 5};
  TaskDraw one(repeats, 11);
  TaskDraw same(repeats, 11);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(one.next(), same.next());
  }
}

}  // namespace
}  // namespace warpshop::dispatch
