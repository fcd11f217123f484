#include "sim/evaluate/copy_speeds.hpp"

#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"

namespace warpshop::evaluate {
namespace {

/// One H2D of 1 + 4 ms beside one D2H of 2 ms, which halve each other's speed.
Fleet two_copies() {
  Instance instance;
  instance.jobs.resize(2);
  instance.jobs[0].copies[index(Direction::h2d)] = {.latency = Millis{1}, .payload = Millis{4}};
  instance.jobs[0].has[index(Stage::h2d)] = true;
  instance.jobs[1].copies[index(Direction::d2h)] = {.latency = Millis{0}, .payload = Millis{2}};
  instance.jobs[1].has[index(Stage::d2h)] = true;
  for (auto& side : instance.rates) {
    side = {{{0.5, 1}, {1, 1}}};
  }
  return {.devices = {instance}};
}

TEST(CopySpeeds, FollowTheRatesWhilePayloadsMeet) {
  const Fleet fleet = two_copies();
  const Timeline timeline = evaluate::timeline(fleet.devices.front(), {.order = {0, 1}});
  // The D2H is alone for 1 ms, then at half speed for 2 ms; the H2D moves 1 ms of 4 meanwhile, then 3 ms alone.
  ASSERT_EQ(timeline.makespan, Millis{6});
  const std::vector<CopySpeed> speeds = copy_speeds(fleet, timeline);
  ASSERT_EQ(speeds.size(), 4U);
  const auto expect = [&](std::size_t i, double from, double h2d, double d2h) {
    EXPECT_DOUBLE_EQ(speeds[i].from.count(), from);
    EXPECT_DOUBLE_EQ(speeds[i].speed[0], h2d) << i;
    EXPECT_DOUBLE_EQ(speeds[i].speed[1], d2h) << i;
    EXPECT_DOUBLE_EQ(speeds[i].part_per_ms[0], h2d / 4) << i;
    EXPECT_DOUBLE_EQ(speeds[i].part_per_ms[1], d2h / 2) << i;
    EXPECT_EQ(speeds[i].both(), h2d > 0 && d2h > 0) << i;
  };
  expect(0, 0, 0, 1);
  expect(1, 1, 0.5, 0.5);
  expect(2, 3, 1, 0);
  expect(3, 6, 0, 0);
}

TEST(CopySpeeds, WhatElseSlowsACopyDownIsEvenOverIt) {
  const Fleet fleet = two_copies();
  Timeline measured;
  measured.intervals = {{0, Stage::h2d, Millis{0}, Millis{9}}};  // 8 ms of payload instead of 4
  measured.makespan = Millis{9};
  const std::vector<CopySpeed> speeds = copy_speeds(fleet, measured);
  ASSERT_EQ(speeds.size(), 2U);
  EXPECT_DOUBLE_EQ(speeds[0].from.count(), 1);
  EXPECT_DOUBLE_EQ(speeds[0].speed[0], 0.5);
  EXPECT_EQ(speeds[0].task[0], 0U);
  EXPECT_FALSE(speeds[1].task[0] || speeds[1].task[1]);
}

TEST(CopySpeeds, ACopyThatMovesNothingHasNone) {
  const Fleet fleet = two_copies();
  Timeline timeline;
  timeline.intervals = {{1, Stage::h2d, Millis{0}, Millis{1}}};
  EXPECT_TRUE(copy_speeds(fleet, timeline).empty());
}

}  // namespace
}  // namespace warpshop::evaluate
