#include "sim/report/error_parts.hpp"

#include <random>

#include <gtest/gtest.h>

#include "sim/report/critical_path.hpp"

namespace warpshop::report {
namespace {

using Path = std::vector<std::size_t>;

Interval serving(std::uint32_t task, Stage stage, double start, double end) {
  return {.task = task, .stage = stage, .start = Millis{start}, .end = Millis{end}};
}

Timeline timeline_of(std::vector<Interval> intervals, int dma_engines = 2) {
  Timeline timeline{.intervals = std::move(intervals), .dma_engines = dma_engines};
  for (const Interval& interval : timeline.intervals) {
    timeline.makespan = std::max(timeline.makespan, interval.end);
  }
  return timeline;
}

Plan in_order(std::uint32_t tasks) {
  Plan plan;
  for (std::uint32_t task = 0; task < tasks; ++task) {
    plan.order.push_back(task);
  }
  return plan;
}

Millis sum(const ErrorParts& parts) {
  return parts.stages[0].on_path + parts.stages[1].on_path + parts.stages[2].on_path + parts.gaps + parts.rest;
}

/// Two tasks; the kernels follow each other, and everything waits for them.
Timeline predicted_pair() {
  return timeline_of({serving(0, Stage::h2d, 0, 2), serving(0, Stage::kernel, 2, 6), serving(0, Stage::d2h, 6, 7),
                      serving(1, Stage::h2d, 2, 3), serving(1, Stage::kernel, 6, 9), serving(1, Stage::d2h, 9, 11)});
}

TEST(ErrorParts, AddUpAlongTheMeasuredCriticalPath) {
  // h2d 2.5 instead of 2, kernels 4.5 instead of 4 and 3 as predicted, d2h 1.5 instead of 2; gaps 0.25, 0.5, 0.25.
  const Timeline measured = timeline_of({serving(0, Stage::h2d, 0, 2.5), serving(0, Stage::kernel, 2.75, 7.25),
                                         serving(0, Stage::d2h, 7.5, 8.5), serving(1, Stage::h2d, 2.5, 3.5),
                                         serving(1, Stage::kernel, 7.75, 10.75), serving(1, Stage::d2h, 11, 12.5)});
  const ErrorParts parts = error_parts(in_order(2), predicted_pair(), measured);
  EXPECT_EQ(parts.path, (Path{0, 1, 4, 5}));
  EXPECT_EQ(parts.total, Millis{1.5});
  EXPECT_EQ(parts.stages[0].on_path, Millis{0.5});
  EXPECT_EQ(parts.stages[1].on_path, Millis{0.5});
  EXPECT_EQ(parts.stages[2].on_path, Millis{-0.5});
  EXPECT_EQ(parts.gaps, Millis{1});
  EXPECT_EQ(parts.rest, Millis{0});
}

TEST(ErrorParts, OfAStageAreAboutAllItsCommandsAndNotOnlyThePaths) {
  const Timeline measured =
      timeline_of({serving(0, Stage::h2d, 0, 2), serving(0, Stage::kernel, 2, 7), serving(0, Stage::d2h, 7, 7),
                   serving(1, Stage::h2d, 2, 4), serving(1, Stage::kernel, 7, 10), serving(1, Stage::d2h, 10, 12)});
  const ErrorParts parts = error_parts(in_order(2), predicted_pair(), measured);
  const StageError& h2d = parts.stages[index(Stage::h2d)];
  EXPECT_EQ(h2d.commands, 2);
  EXPECT_EQ(h2d.predicted, Millis{3});
  EXPECT_EQ(h2d.measured, Millis{4});
  EXPECT_DOUBLE_EQ(h2d.mean_error, (0 + 0.5) / 2);
  EXPECT_EQ(h2d.on_path, Millis{0}) << "the second copy in delays nobody";
  EXPECT_DOUBLE_EQ(parts.stages[index(Stage::kernel)].mean_error, (0.2 + 0) / 2);
  EXPECT_EQ(parts.stages[index(Stage::d2h)].mean_error, 0) << "a copy measured as 0 has no relative error";
}

TEST(ErrorParts, WhatAnotherPredictedPathExplainsIsTheRest) {
  // Predicted: the copy in of 5 ms and the kernel of 1 ms. Measured: that copy takes 1 ms, so the other task's kernel
  // is what the last one waits for.
  const Timeline predicted =
      timeline_of({serving(0, Stage::kernel, 0, 4), serving(1, Stage::h2d, 0, 5), serving(1, Stage::kernel, 5, 6)});
  const Timeline measured =
      timeline_of({serving(0, Stage::kernel, 0, 4), serving(1, Stage::h2d, 0, 1), serving(1, Stage::kernel, 4, 5)});
  const ErrorParts parts = error_parts(in_order(2), predicted, measured);
  EXPECT_EQ(parts.path, (Path{0, 2}));
  EXPECT_EQ(parts.total, Millis{-1});
  EXPECT_EQ(parts.gaps, Millis{0});
  EXPECT_EQ(parts.rest, Millis{-1}) << "the path was predicted to end at 5, the makespan to be 6";
}

TEST(ErrorParts, OfAPredictionThatCameTrueAreNone) {
  const ErrorParts parts = error_parts(in_order(2), predicted_pair(), predicted_pair());
  EXPECT_EQ(parts.total, Millis{0});
  EXPECT_EQ(parts.gaps, Millis{0});
  EXPECT_EQ(parts.rest, Millis{0});
  EXPECT_EQ(parts.path, (Path{0, 1, 4, 5}));
}

TEST(ErrorParts, OfAnEmptyTimelineAreNone) {
  const ErrorParts parts = error_parts({}, {}, {});
  EXPECT_TRUE(parts.path.empty());
  EXPECT_EQ(sum(parts), Millis{0});
}

TEST(ErrorParts, AddUpWhateverHappened) {
  std::mt19937_64 generator(3);
  std::uniform_real_distribution<double> time(0, 3);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<Interval> predicted, measured;
    for (std::uint32_t task = 0; task < 6; ++task) {
      for (const Stage stage : kStages) {  // at any time at all, engines shared or not
        const double first = time(generator), second = time(generator);
        predicted.push_back(serving(task, stage, first, first + time(generator)));
        measured.push_back(serving(task, stage, second, second + time(generator)));
      }
    }
    const int engines = 1 + trial % 2;
    const ErrorParts parts = error_parts(in_order(6), timeline_of(predicted, engines), timeline_of(measured, engines));
    ASSERT_NEAR(sum(parts).count(), parts.total.count(), 1e-12) << "seed 3, trial " << trial;
    ASSERT_GE(parts.gaps, Millis{0});
    for (std::size_t i = 1; i < parts.path.size(); ++i) {
      ASSERT_LT(measured[parts.path[i - 1]].start, measured[parts.path[i]].start) << "seed 3, trial " << trial;
    }
  }
}

TEST(CriticalPath, CopiesWaitForEachOtherWhereTheyShareAnEngine) {
  const std::vector<Interval> intervals{serving(0, Stage::h2d, 0, 1), serving(0, Stage::kernel, 1, 2),
                                        serving(0, Stage::d2h, 2, 5), serving(1, Stage::h2d, 5, 6),
                                        serving(1, Stage::kernel, 6, 7)};
  EXPECT_EQ(critical_path(in_order(2), timeline_of(intervals, 1)), (Path{0, 1, 2, 3, 4}));
  EXPECT_EQ(critical_path(in_order(2), timeline_of(intervals, 2)), (Path{0, 3, 4}));
}

TEST(CriticalPath, GoesThroughTheCopyThatAGateNames) {
  const Timeline timeline =
      timeline_of({serving(0, Stage::kernel, 0, 1), serving(0, Stage::d2h, 4, 5), serving(1, Stage::h2d, 0, 4)});
  EXPECT_EQ(critical_path(in_order(2), timeline), (Path{0, 1}));
  Plan gated = in_order(2);
  gated.gates = {{.d2h = 0, .h2d = 1}};
  EXPECT_EQ(critical_path(gated, timeline), (Path{2, 1}));
}

TEST(CriticalPath, GoesThroughTheEndOfTheRoundBefore) {
  const Timeline timeline = timeline_of({serving(0, Stage::h2d, 0, 1), serving(0, Stage::kernel, 1, 3),
                                         serving(1, Stage::h2d, 3, 4), serving(1, Stage::kernel, 4, 5)});
  EXPECT_EQ(critical_path(in_order(2), timeline), (Path{0, 2, 3}));
  Plan rounds = in_order(2);
  rounds.rounds = {1, 1};
  EXPECT_EQ(critical_path(rounds, timeline), (Path{0, 1, 2, 3}));
}

TEST(CriticalPath, KernelsThatRunAtOnceDoNotWaitForEachOther) {
  const Timeline timeline =
      timeline_of({serving(0, Stage::kernel, 0, 10), serving(1, Stage::h2d, 0, 1), serving(1, Stage::kernel, 1, 12)});
  EXPECT_EQ(critical_path(in_order(2), timeline), (Path{1, 2}));
}

TEST(CriticalPath, AKernelFollowsTheOneThatGaveSmsUpForIt) {
  Timeline timeline =
      timeline_of({serving(0, Stage::kernel, 0, 10), serving(1, Stage::h2d, 0, 3), serving(1, Stage::kernel, 4, 12)});
  timeline.residencies = {
      {.task = 0, .sms = 10, .ctas_per_sm = 4, .start = Millis{0}, .end = Millis{4}},
      {.task = 0, .sms = 5, .ctas_per_sm = 4, .start = Millis{4}, .end = Millis{10}},
      {.task = 1, .first_sm = 5, .sms = 5, .ctas_per_sm = 8, .start = Millis{4}, .end = Millis{12}}};
  EXPECT_EQ(critical_path(in_order(2), timeline), (Path{0, 2}));
}

TEST(CriticalPath, EventsThatOverlapByTheirResolutionStillFollowEachOther) {
  const Timeline timeline = timeline_of({serving(0, Stage::h2d, 0, 2), serving(0, Stage::kernel, 1.999, 6.001),
                                         serving(1, Stage::h2d, 2, 3), serving(1, Stage::kernel, 6, 9)});
  EXPECT_EQ(critical_path(in_order(2), timeline), (Path{0, 1, 3}));
}

}  // namespace
}  // namespace warpshop::report
