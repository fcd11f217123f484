#include <csignal>
#include <new>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/replay/replay.hpp"
#include "tests/support/fleets.hpp"

namespace warpshop::replay {
namespace {

std::string what_it_throws(const std::function<Timeline()>& replay) {
  try {
    in_own_process({}, replay);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(OwnProcess, AnswersAWholeTimeline) {
  const Timeline given{
      .intervals = {{.task = 3, .stage = Stage::d2h, .start = Millis{1}, .end = Millis{2}, .device = 1}},
      .residencies = {},
      .makespan = Millis{2},
      .dma_engines = 1,
      .fleet_dma_engines = {1, 2}};
  const Timeline taken = in_own_process({.intervals = 1, .devices = 2}, [&] { return given; });
  ASSERT_EQ(taken.intervals.size(), 1U);
  EXPECT_EQ(taken.intervals[0].task, 3U);
  EXPECT_EQ(taken.intervals[0].stage, Stage::d2h);
  EXPECT_EQ(taken.intervals[0].end, Millis{2});
  EXPECT_EQ(taken.intervals[0].device, 1U);
  EXPECT_EQ(taken.makespan, Millis{2});
  EXPECT_EQ(taken.dma_engines, 1);
  EXPECT_EQ(taken.fleet_dma_engines, (std::vector{1, 2}));
}

TEST(OwnProcess, ChangesNothingOfThisOne) {
  int value = 1;
  in_own_process({}, [&] {
    value = 2;
    return Timeline{};
  });
  EXPECT_EQ(value, 1);
}

TEST(OwnProcess, PassesOnWhatWentWrong) {
  EXPECT_EQ(what_it_throws([]() -> Timeline { throw std::runtime_error("it came to a stop"); }), "it came to a stop");
  EXPECT_THROW(in_own_process({}, []() -> Timeline { throw std::bad_alloc(); }), std::bad_alloc);
  EXPECT_EQ(what_it_throws([]() -> Timeline { ::_exit(3); }), "engine simgrid: its process ended with 3");
  EXPECT_EQ(what_it_throws([] {
              std::raise(SIGKILL);
              return Timeline{};
            }),
            "engine simgrid: its process ended by signal 9");
}

/// A nanosecond is told apart at the start of a plan of four months, however much was replayed before.
TEST(OwnProcess, WhatAReplaySaysDoesNotDependOnThoseBeforeIt) {
  Instance instance{.rates = test::even_rates(1)};
  instance.jobs = {test::job_of(1e-6, 5, -1), test::job_of(-1, 1e10, -1)};
  const Plan plan{.order = {0, 1}, .submission = Submission::streams};
  const Timeline first = simulate({.devices = {instance}}, plan);
  for (int before = 0; before < 100; ++before) {
    simulate({.devices = {instance}}, {.order = {1, 0}});
  }
  const Timeline last = simulate({.devices = {instance}}, plan);
  ASSERT_EQ(first.intervals.size(), last.intervals.size());
  const Timeline expected = evaluate::timeline(instance, plan);
  for (std::size_t i = 0; i < first.intervals.size(); ++i) {
    EXPECT_EQ(first.intervals[i].end, last.intervals[i].end);
    EXPECT_NEAR(first.intervals[i].end.count(), expected.intervals[i].end.count(), 10);
  }
}

}  // namespace
}  // namespace warpshop::replay
