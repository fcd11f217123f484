#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "dispatch/serving/serving.hpp"

namespace warpshop::dispatch {
namespace {

TEST(Arrivals, AreOneProcessOfWhichWorkersHaveATaskInTurn) {
  Arrivals all(100.0, 5, 0, 1);
  std::vector<Arrivals> workers;
  for (unsigned worker = 0; worker < 3; ++worker) {
    workers.emplace_back(100.0, 5, worker, 3);
  }
  double last = 0;
  double gaps_squared = 0;
  constexpr int kTasks = 30'000;
  for (int task = 0; task < kTasks; ++task) {
    const double due = all.next().count();
    EXPECT_EQ(workers.at(static_cast<std::size_t>(task) % 3).next().count(), due);
    gaps_squared += (due - last) * (due - last);
    last = due;
  }
  EXPECT_NEAR(last, 300, 10) << "a hundred a second; five standard deviations are 8.7 s";
  EXPECT_NEAR(gaps_squared / kTasks, 2e-4, 2e-5) << "of exponential gaps: 2 / rate^2; five deviations are 1.3e-5";
}

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
