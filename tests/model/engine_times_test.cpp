#include <gtest/gtest.h>

#include "sim/model/timeline.hpp"

namespace warpshop {
namespace {

Interval serving(Stage stage, double start, double end) {
  return {.task = 0, .stage = stage, .start = Millis{start}, .end = Millis{end}};
}

double overlap_of(std::vector<Interval> intervals, double makespan) {
  return overlapped_share({.intervals = std::move(intervals), .makespan = Millis{makespan}});
}

TEST(OverlappedShare, IsNoneWhereOneEngineWorksAtATime) {
  EXPECT_EQ(overlap_of({serving(Stage::h2d, 0, 2), serving(Stage::kernel, 2, 5), serving(Stage::d2h, 6, 8)}, 8), 0);
}

TEST(OverlappedShare, CountsTwoEnginesAndThreeAlike) {
  // 2 … 4 two engines, 4 … 5 three, 5 … 6 two: 4 of 8.
  EXPECT_EQ(overlap_of({serving(Stage::h2d, 0, 5), serving(Stage::kernel, 2, 8), serving(Stage::d2h, 4, 6)}, 8), 0.5);
}

TEST(OverlappedShare, IsAllOfItWhereTwoEnginesNeverStand) {
  EXPECT_EQ(overlap_of({serving(Stage::h2d, 0, 3), serving(Stage::kernel, 0, 3)}, 3), 1);
}

TEST(OverlappedShare, CommandsThatTakeNoTimeChangeNothing) {
  EXPECT_EQ(overlap_of({serving(Stage::h2d, 0, 4), serving(Stage::kernel, 2, 2), serving(Stage::d2h, 2, 2)}, 4), 0);
  EXPECT_EQ(overlap_of({serving(Stage::h2d, 0, 4), serving(Stage::kernel, 2, 2), serving(Stage::d2h, 2, 3)}, 4), 0.25);
}

TEST(OverlappedShare, OfAFleetIsTheMeanOverItsDevices) {
  Interval elsewhere = serving(Stage::kernel, 0, 4);
  elsewhere.device = 1;
  Timeline timeline{.intervals = {serving(Stage::h2d, 0, 4), serving(Stage::kernel, 2, 4), elsewhere},
                    .makespan = Millis{4},
                    .fleet_dma_engines = {2, 2}};
  EXPECT_EQ(overlapped_share(timeline), 0.25);
}

TEST(OverlappedShare, IsZeroForAnEmptyTimeline) {
  EXPECT_EQ(overlap_of({}, 0), 0);
  EXPECT_EQ(overlap_of({serving(Stage::kernel, 0, 0)}, 0), 0);
}

TEST(EngineTimes, KernelsThatOverlapCountOnce) {
  const Timeline timeline{.intervals = {serving(Stage::kernel, 0, 4), serving(Stage::kernel, 3, 6),
                                        serving(Stage::kernel, 7, 8), serving(Stage::d2h, 5, 7)},
                          .makespan = Millis{8}};
  const EngineTimes times = engine_times(timeline).front();
  EXPECT_EQ(times.busy[index(Stage::h2d)], Millis{0});
  EXPECT_EQ(times.busy[index(Stage::kernel)], Millis{7});
  EXPECT_EQ(times.busy[index(Stage::d2h)], Millis{2});
  EXPECT_EQ(times.overlapped, Millis{1});
}

}  // namespace
}  // namespace warpshop
