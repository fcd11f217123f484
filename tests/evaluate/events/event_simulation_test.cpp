#include "sim/evaluate/events/event_simulation.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/order/precedence.hpp"
#include "tests/support/instances.hpp"
#include "tests/support/timeline_rules.hpp"

namespace warpshop::evaluate {
namespace {

using test::make_job;
using test::order_of;

constexpr test::Family kTwoEngines{};
constexpr test::Family kOneEngine{.one_engine = true};
constexpr int kH2d = 1, kKernel = 2, kD2h = 4, kAll = 7;
constexpr int kPinned = 0, kPageableH2d = 1, kPageableD2h = 2, kPageable = 3;

Copy payload(double time) {
  return {Millis{0}, Millis{time}};
}
Copy with_latency(double latency, double time) {
  return {Millis{latency}, Millis{time}};
}

/// Rates that make sums easy: pinned beside pinned 1/2 each way; pinned H2D beside pageable 0.8, pageable D2H beside
/// pinned 0.4.
Instance instance_of(std::vector<Job> jobs, int dma_engines = 2) {
  Instance instance{std::move(jobs), {}, dma_engines};
  instance.rates = {{{{{0.5, 0.8}, {0.25, 1}}}, {{{0.5, 0.75}, {0.4, 1}}}}};
  return instance;
}

Timeline run(const Instance& instance, Submission submission = Submission::ordered) {
  return event_timeline(instance, {order_of(instance.size()), submission});
}

// Task 1's kernel leaves the engine to task 2's, which does not wait for it though it comes later.
TEST(EventSimulation, AKernelBesideOthersStartsWhenItIsReadyAndKeepsNobodyWaiting) {
  const auto kernel = [](double time) {
    return make_job(kTwoEngines, payload(0), time, payload(0), kKernel, kPinned, 0);
  };
  Instance instance = instance_of({kernel(3), kernel(10), kernel(4)});
  instance.jobs[1].beside = true;
  for (const Submission submission : {Submission::ordered, Submission::streams}) {
    const Timeline timeline = run(instance, submission);
    EXPECT_EQ(timeline.intervals[1].start, Millis{0});
    EXPECT_EQ(timeline.intervals[1].end, Millis{10});
    EXPECT_EQ(timeline.intervals[2].start, Millis{3});
    EXPECT_EQ(timeline.makespan, Millis{10});
  }
  instance.precedence = {{1, 2, Millis{1}}};
  EXPECT_EQ(run(instance).makespan, Millis{15}) << "what comes after it waits for its end, and the lag";
}

// Any instance, 20 000 of them, is held against the rules themselves.
RC_GTEST_PROP(EventSimulation, KeepsEveryRuleOfTheModel, ()) {
  const test::Family family = *test::any_family();
  const Instance instance = *test::instance(family, 9);
  const Plan plan{order_of(instance.size()), Submission::ordered};
  const Timeline timeline = event_timeline(instance, plan);
  const std::string broken = test::broken_rule(instance, plan, timeline);
  RC_LOG() << broken << '\n';
  RC_ASSERT(broken.empty());
  RC_ASSERT(timeline.makespan == event_makespan(instance, plan));
}

RC_GTEST_PROP(EventSimulation, KeepsEveryRuleOfTheModelBehindGatesAndInRounds, ()) {
  const Instance instance = *test::instance(*test::any_family(), 9);
  const Plan plan = *test::held_up_plan(instance);
  const Timeline timeline = event_timeline(instance, plan);
  const std::string broken = test::broken_rule(instance, plan, timeline);
  RC_LOG() << broken << '\n';
  RC_ASSERT(broken.empty());
  RC_ASSERT(timeline.makespan == event_makespan(instance, plan));
}

RC_GTEST_PROP(EventSimulation, KeepsEveryRuleOfTheModelWhateverTasksDemand, ()) {
  const Instance instance = test::demanding(*test::instance(*test::any_family(), 9), *test::any_demands());
  const Plan plan = plan_of(instance, order::feasible(instance, order_of(instance.size())));
  const Timeline timeline = event_timeline(instance, plan);
  const std::string broken = test::broken_rule(instance, plan, timeline);
  RC_LOG() << broken << '\n';
  RC_ASSERT(broken.empty());
  for (const Objective objective : kObjectives) {
    RC_ASSERT(tied(cost(instance, timeline, objective), event_cost(instance, plan.order, Waits(plan), objective)));
  }
}

TEST(EventSimulation, ATaskWaitsForThoseThatItComesAfter) {
  // b's H2D could start at 1; a ends at 3.
  Instance instance = instance_of({make_job(kTwoEngines, payload(1), 1, payload(1), kAll, kPinned, 0),
                                   make_job(kTwoEngines, payload(2), 1, {}, kH2d | kKernel, kPinned, 0)});
  EXPECT_DOUBLE_EQ(run(instance).makespan.count(), 5) << "the H2D from 1, half of it at half speed beside a's D2H";
  instance.precedence = {{.before = 0, .after = 1}};
  EXPECT_DOUBLE_EQ(run(instance).makespan.count(), 6);
}

TEST(EventSimulation, ATaskStartsNoSoonerThanTheLagAfterAnother) {
  Instance instance = instance_of({make_job(kTwoEngines, payload(1), 1, {}, kH2d | kKernel, kPinned, 0),
                                   make_job(kTwoEngines, {}, 1, {}, kKernel, kPinned, 0),
                                   make_job(kTwoEngines, {}, 1, {}, kKernel, kPinned, 4)});
  instance.precedence = {{.before = 0, .after = 1, .lag = Millis{3}}, {.before = 0, .after = 2, .lag = Millis{1}}};
  EXPECT_DOUBLE_EQ(run(instance).makespan.count(), 7) << "1 from 5, the third behind it in the order";
  instance.precedence[0].lag = Millis{0};
  EXPECT_DOUBLE_EQ(run(instance).makespan.count(), 5) << "the third at its release, which is after its lag";
}

TEST(EventSimulation, GapsArePassedBetweenTheStagesOfATask) {
  Instance instance = instance_of({make_job(kTwoEngines, payload(1), 1, payload(1), kAll, kPinned, 0),
                                   make_job(kTwoEngines, payload(1), 0, payload(1), kH2d | kD2h, kPinned, 0)});
  instance.gaps = {.kernel_kernel = Millis{9}, .copy_kernel = Millis{0.25}, .kernel_copy = Millis{0.5}};
  EXPECT_DOUBLE_EQ(run(instance).makespan.count(), 4.75)
      << "1 + 0.25 + 1 + 0.5 + 1, the second D2H behind it: kernels follow no kernel of their stream";
}

TEST(EventSimulation, AKernelOfAnotherFamilyTakesTheSetUpLonger) {
  Instance instance = instance_of({make_job(kTwoEngines, {}, 1, {}, kKernel, kPinned, 0),
                                   make_job(kTwoEngines, {}, 1, {}, kKernel, kPinned, 0),
                                   make_job(kTwoEngines, {}, 1, {}, kKernel, kPinned, 0)});
  instance.family_setup = Millis{0.25};
  instance.families = {1, 1, 1};
  EXPECT_DOUBLE_EQ(run(instance).makespan.count(), 3) << "the first set-up has been done";
  instance.families = {1, 2, 1};
  EXPECT_DOUBLE_EQ(run(instance).makespan.count(), 3.5);
  EXPECT_DOUBLE_EQ(run(instance).intervals[1].start.count(), 1) << "the set-up is the beginning of the interval";
  EXPECT_DOUBLE_EQ(run(instance).intervals[1].end.count(), 2.25);
  instance.families = {1, 0, 1};
  EXPECT_DOUBLE_EQ(run(instance).makespan.count(), 3) << "a kernel without a family runs in any context";
}

TEST(EventSimulation, WithStreamsNoContextIsChanged) {
  // Clients of MPS: b, of no time, passes before a once d, of another family than c, has ended at 2.
  const auto kernel = [](double time, double release) {
    return make_job(kTwoEngines, {}, time, {}, kKernel, kPinned, release);
  };
  Instance instance = instance_of({kernel(1, 1.5), kernel(0, 1.5), kernel(1, 0), kernel(1, 0),
                                   make_job(kTwoEngines, payload(0), 0, {}, kH2d, kPinned, 2.5)});
  instance.families = {0, 1, 2, 1, 0};
  instance.family_setup = Millis{0.5};
  const Timeline t = run(instance, Submission::streams);
  EXPECT_DOUBLE_EQ(t.intervals[1].end.count(), 2);
  EXPECT_DOUBLE_EQ(t.intervals[0].start.count(), 2);
  EXPECT_DOUBLE_EQ(t.makespan.count(), 3);
}

TEST(EventSimulation, AGateThatHoldsBackADownloadCanShortenThePlan) {
  // a's D2H would slow down b's H2D, which b's long kernel waits for: 1/2 each way while both move.
  const Instance instance = instance_of({make_job(kTwoEngines, payload(1), 1, payload(2), kAll, kPinned, 0),
                                         make_job(kTwoEngines, payload(3), 10, payload(1), kAll, kPinned, 0)});
  EXPECT_DOUBLE_EQ(event_makespan(instance, Plan{.order = {0, 1}}).count(), 17);
  EXPECT_DOUBLE_EQ(event_makespan(instance, Plan{.order = {0, 1}, .gates = {{.d2h = 0, .h2d = 1}}}).count(), 15);
}

TEST(EventSimulation, ARoundStartsWhenTheOneBeforeItHasEnded) {
  const Instance instance = instance_of({make_job(kTwoEngines, payload(1), 1, payload(1), kAll, kPinned, 0),
                                         make_job(kTwoEngines, payload(1), 1, payload(1), kAll, kPinned, 0),
                                         make_job(kTwoEngines, payload(1), 1, payload(1), kAll, kPinned, 0)});
  EXPECT_DOUBLE_EQ(event_makespan(instance, Plan{.order = {0, 1, 2}, .rounds = {1, 1, 1}}).count(), 9);
  const Timeline timeline = event_timeline(instance, {.order = {2, 0, 1}, .rounds = {2, 1}});
  EXPECT_EQ(timeline.intervals[6].start, timeline.intervals[5].end);
}

TEST(EventSimulation, OpposingPinnedPayloadsSlowEachOtherDownWhileBothMove) {
  // H2D of the second task 2 … beside the D2H of the first from 3: both at half speed.
  const Timeline t = run(instance_of({make_job(kTwoEngines, payload(2), 1, payload(1), kAll, kPinned, 0),
                                      make_job(kTwoEngines, payload(3), 1, payload(1), kAll, kPinned, 0)}));
  EXPECT_DOUBLE_EQ(t.intervals[2].start.count(), 3);
  EXPECT_DOUBLE_EQ(t.intervals[2].end.count(), 5) << "D2H: 1 ms at half speed";
  EXPECT_DOUBLE_EQ(t.intervals[3].end.count(), 6) << "H2D: 1 alone, 2 at half speed, 1 alone";
  EXPECT_DOUBLE_EQ(t.makespan.count(), 8);
}

TEST(EventSimulation, MixedMemoriesMoveEachAtItsOwnMixedRate) {
  // Pinned H2D (0.8) beside pageable D2H (0.4), both from 0.
  const Timeline t = run(instance_of({make_job(kTwoEngines, {}, 0, payload(4), kD2h, kPageableD2h, 0),
                                      make_job(kTwoEngines, payload(4), 0, {}, kH2d, kPinned, 0)}));
  EXPECT_DOUBLE_EQ(t.intervals[1].end.count(), 5) << "4 / 0.8";
  EXPECT_DOUBLE_EQ(t.intervals[0].end.count(), 7) << "2 moved by 5, the rest alone";
}

TEST(EventSimulation, ALatencyHoldsTheEngineAndMovesNothing) {
  const Timeline t = run(instance_of({make_job(kTwoEngines, {}, 0, payload(2), kD2h, kPinned, 0),
                                      make_job(kTwoEngines, with_latency(1, 2), 0, {}, kH2d, kPinned, 0)}));
  EXPECT_DOUBLE_EQ(t.intervals[0].end.count(), 3) << "1 alone during the latency, 1 at half speed";
  EXPECT_DOUBLE_EQ(t.intervals[1].end.count(), 4) << "latency 1, 1 moved by 3, 1 alone";
}

TEST(EventSimulation, OfTwoPageableTransfersTheOneReadyFirstGoesFirst) {
  // At 3 the H2D of task 1 ends; the D2H of task 0 has been ready since 2, the next H2D since 3.
  const Timeline t = run(instance_of({make_job(kTwoEngines, payload(1), 1, payload(5), kAll, kPageable, 0),
                                      make_job(kTwoEngines, payload(2), 1, {}, kH2d | kKernel, kPageable, 0),
                                      make_job(kTwoEngines, with_latency(1, 1), 0, {}, kH2d, kPageable, 0)}));
  EXPECT_DOUBLE_EQ(t.intervals[2].start.count(), 3);
  EXPECT_DOUBLE_EQ(t.intervals[2].end.count(), 8);
  EXPECT_DOUBLE_EQ(t.intervals[5].start.count(), 8) << "it waits before its latency starts";
  EXPECT_DOUBLE_EQ(t.intervals[5].end.count(), 10);
}

TEST(EventSimulation, EquallyReadyPageableTransfersGoInTheOrderOfTheirTasks) {
  // D2H of task 0 and H2D of task 1 are both ready at 1: task 0 has no kernel.
  const std::vector<Job> jobs{make_job(kTwoEngines, payload(1), 0, payload(2), kH2d | kD2h, kPageable, 0),
                              make_job(kTwoEngines, payload(3), 0, {}, kH2d, kPageable, 0)};
  EXPECT_DOUBLE_EQ(run(instance_of(jobs)).intervals[1].start.count(), 1);
  EXPECT_DOUBLE_EQ(run(instance_of(jobs)).intervals[2].start.count(), 3);
}

TEST(EventSimulation, ReadyTimesWithinOneInABillionAreEqual) {
  // The later task's H2D is ready a hair earlier; the earlier task's D2H goes first all the same.
  const auto second_starts = [](double release_of_first) {
    return run(instance_of({make_job(kTwoEngines, {}, 0, payload(2), kD2h, kPageable, release_of_first),
                            make_job(kTwoEngines, payload(3), 0, {}, kH2d, kPageable, 1)}))
        .intervals[1]
        .start.count();
  };
  EXPECT_NEAR(second_starts(1 + 5e-10), 3, 1e-8);
  EXPECT_NEAR(second_starts(1 + 5e-9), 1, 1e-8);
}

TEST(EventSimulation, WhatTakesNoTimeIsFinishedBeforeAPageableTransferIsChosen) {
  // At 1: the H2D of task 1 becomes ready; task 0's kernel of no time makes its D2H ready at 1 too, and it is the
  // earlier task.
  const Timeline t = run(instance_of({make_job(kTwoEngines, payload(1), 0, payload(2), kAll, kPageable, 0),
                                      make_job(kTwoEngines, payload(3), 0, {}, kH2d, kPageable, 0)}));
  EXPECT_DOUBLE_EQ(t.intervals[2].start.count(), 1);
  EXPECT_DOUBLE_EQ(t.intervals[3].start.count(), 3);
}

TEST(EventSimulation, AStageOfZeroDurationTakesItsTurnAndAMissingOneDoesNot) {
  const Job long_kernel = make_job(kTwoEngines, payload(1), 5, {}, kH2d | kKernel, kPinned, 0);
  const Job zero_kernel = make_job(kTwoEngines, payload(1), 0, payload(1), kAll, kPinned, 0);
  const Job no_kernel = make_job(kTwoEngines, payload(1), 0, payload(1), kH2d | kD2h, kPinned, 0);
  EXPECT_DOUBLE_EQ(run(instance_of({long_kernel, zero_kernel})).makespan.count(), 7) << "behind the kernel until 6";
  EXPECT_DOUBLE_EQ(run(instance_of({long_kernel, no_kernel})).makespan.count(), 6) << "D2H from 2 to 3";
}

TEST(EventSimulation, AReleaseTimeHoldsBackATaskAndWhateverFollowsItInOrder) {
  const Timeline t = run(instance_of({make_job(kTwoEngines, payload(1), 1, {}, kH2d | kKernel, kPinned, 4),
                                      make_job(kTwoEngines, payload(1), 1, {}, kH2d | kKernel, kPinned, 0)}));
  EXPECT_DOUBLE_EQ(t.intervals[0].start.count(), 4);
  EXPECT_DOUBLE_EQ(t.intervals[2].start.count(), 5);
  EXPECT_DOUBLE_EQ(t.makespan.count(), 7);
}

TEST(EventSimulation, OneDmaEngineServesTheLongestReadyAtItsRateAlone) {
  // At 4 both the D2H of task 0 (ready at 2) and the third H2D (ready at 4) wait.
  const Timeline t = run(instance_of({make_job(kOneEngine, payload(1), 1, payload(2), kAll, kPinned, 0),
                                      make_job(kOneEngine, payload(3), 0, {}, kH2d, kPinned, 0),
                                      make_job(kOneEngine, payload(1), 0, {}, kH2d, kPinned, 0)},
                                     1));
  EXPECT_DOUBLE_EQ(t.intervals[2].start.count(), 4);
  EXPECT_DOUBLE_EQ(t.intervals[2].end.count(), 6);
  EXPECT_DOUBLE_EQ(t.intervals[4].start.count(), 6);
}

TEST(EventSimulation, StreamsServeWhatIsReadyFirst) {
  // Task 0 is released last: in ordered submission all wait for it, with streams nobody does.
  const Instance instance = instance_of({make_job(kTwoEngines, payload(1), 1, {}, kH2d | kKernel, kPinned, 10),
                                         make_job(kTwoEngines, payload(2), 2, {}, kH2d | kKernel, kPinned, 0),
                                         make_job(kTwoEngines, payload(1), 1, {}, kH2d | kKernel, kPinned, 0)});
  EXPECT_DOUBLE_EQ(run(instance).makespan.count(), 16);
  const Timeline t = run(instance, Submission::streams);
  EXPECT_DOUBLE_EQ(t.intervals[2].start.count(), 0) << "equally ready: the earlier task of the order";
  EXPECT_DOUBLE_EQ(t.intervals[4].start.count(), 2);
  EXPECT_DOUBLE_EQ(t.makespan.count(), 12);
}

TEST(EventSimulation, StreamsRunKernelsInTheOrderInWhichTheyBecomeReady) {
  const Instance instance = instance_of({make_job(kTwoEngines, payload(5), 1, {}, kH2d | kKernel, kPinned, 0),
                                         make_job(kTwoEngines, {}, 7, {}, kKernel, kPinned, 1),
                                         make_job(kTwoEngines, {}, 1, {}, kKernel, kPinned, 2)});
  const Timeline t = run(instance, Submission::streams);
  EXPECT_DOUBLE_EQ(t.intervals[2].start.count(), 1);
  EXPECT_DOUBLE_EQ(t.intervals[3].start.count(), 8);
  EXPECT_DOUBLE_EQ(t.intervals[1].start.count(), 9);
}

}  // namespace
}  // namespace warpshop::evaluate
