#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/check_timeline.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/what_if.hpp"
#include "sim/order/policies.hpp"
#include "tests/support/slow_submission.hpp"

namespace warpshop::evaluate {
namespace {

using test::any_submission;
using test::slow_submission;
using test::SubmissionCase;

/// Where the timeline of a drawn case differs from the slow one; empty: nowhere.
std::string difference(const SubmissionCase& drawn) {
  const Instance instance = resolve(drawn.workload, drawn.device);
  const Timeline timeline = evaluate::timeline(instance, drawn.plan);
  const auto slow = slow_submission(drawn);
  for (const Interval& interval : timeline.intervals) {
    const double expected = slow[interval.task][index(interval.stage)];
    if (!(std::abs(interval.end.count() - expected) <= 1e-9 * timeline.makespan.count())) {
      return std::string(name(interval.stage)) + " of task " + std::to_string(interval.task) + " ends at " +
             std::to_string(interval.end.count()) + ", expected " + std::to_string(expected);
    }
  }
  check_timeline({.devices = {instance}}, drawn.plan, timeline, Objective::makespan, {});
  return "";
}

TEST(Submission, EveryStageEndsAsInTheHostProgramThatIsRunStepByStep) {
  for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
    for (const Submission submission : {Submission::ordered, Submission::streams}) {
      ASSERT_EQ(difference(any_submission(seed, 7, submission)), "") << "seed " << seed << ", " << name(submission);
    }
  }
}

TEST(Submission, ProvenOrdersAreTheBestOfAllThatTheSlowOneKnows) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    SubmissionCase drawn = any_submission(seed, 5, Submission::ordered);
    const Instance instance = resolve(drawn.workload, drawn.device);
    const Planned best = order::find_policy("best").plan(instance, {});
    double least = std::numeric_limits<double>::infinity();
    std::iota(drawn.plan.order.begin(), drawn.plan.order.end(), 0U);
    do {
      const auto place = [&](std::uint32_t task) {
        return std::find(drawn.plan.order.begin(), drawn.plan.order.end(), task);
      };
      if (std::any_of(instance.precedence.begin(), instance.precedence.end(),
                      [&](const Precedence& pair) { return place(pair.after) < place(pair.before); })) {
        continue;
      }
      double makespan = 0;
      for (const auto& stages : slow_submission(drawn)) {
        for (const double end : stages) {
          makespan = std::isfinite(end) ? std::max(makespan, end) : makespan;
        }
      }
      least = std::min(least, makespan);
    } while (std::next_permutation(drawn.plan.order.begin(), drawn.plan.order.end()));
    EXPECT_TRUE(best.proven_optimal) << "seed " << seed;
    EXPECT_NEAR(best.predicted.count(), least, 1e-9 * least) << "seed " << seed;
    EXPECT_LE(lower_bound(instance).count(), least * (1 + 1e-9)) << "seed " << seed;
    EXPECT_TRUE(order::find_policy("gated").plan(instance, {}).plan.gates.empty() || !instance.issue.any())
        << "seed " << seed;
  }
}

SubmissionCase pageable_pair(Submit submit) {
  SubmissionCase two;
  two.device.name = "gpu";
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    TransferModel& transfer = two.device.transfers[index(Memory::pageable)][index(direction)];
    transfer = {.latency = Millis{0.015}, .alone = BytesPerSecond{direction == Direction::h2d ? 12e9 : 6e9}};
    transfer.mixed = transfer.alone;
  }
  two.workload.submit = submit;
  const CopySpec copy{.amount = Bytes{64LL << 20}, .memory = Memory::pageable};
  for (const char* name : {"a", "b"}) {
    two.workload.tasks.push_back(
        {.name = name, .h2d = copy, .kernel = KernelSpec{.work = Millis{4}, .mark = {}}, .d2h = copy});
  }
  two.plan.order = {0, 1};
  return two;
}

// H2D 5.607, kernel 4, D2H 11.200 ms: one thread issues the second task when the first has ended, 2 · 20.807; a thread
// a task has the two D2Hs one behind the other, 5.607 + 4 + 2 · 11.200 + what the second H2D takes of neither.
TEST(Submission, OneThreadWaitsForCopiesOfPageableMemory) {
  const auto makespan_of = [](const SubmissionCase& two) {
    return makespan(resolve(two.workload, two.device), two.plan).count();
  };
  EXPECT_NEAR(makespan_of(pageable_pair(Submit::one_thread)), 41.614, 1e-3);
  EXPECT_NEAR(makespan_of(pageable_pair(Submit::thread_per_task)), 33.614, 1e-2);
}

TEST(Submission, SmallCopiesInDoNotHoldTheThreadUp) {
  SubmissionCase two = pageable_pair(Submit::one_thread);
  for (Task& task : two.workload.tasks) {
    task.h2d->amount = Bytes{64 * 1024};
    task.d2h.reset();
  }
  EXPECT_FALSE(resolve(two.workload, two.device).issue.any());
  two.workload.tasks[0].h2d->amount = Bytes{64 * 1024 + 1};
  EXPECT_TRUE(resolve(two.workload, two.device).issue.one_thread);
}

/// Tasks by one thread, in their order; copies of pinned memory.
SubmissionCase by_one_thread(std::vector<Task> tasks) {
  SubmissionCase drawn = pageable_pair(Submit::one_thread);
  drawn.device.transfers[index(Memory::pinned)] = drawn.device.transfers[index(Memory::pageable)];
  drawn.workload.tasks = std::move(tasks);
  drawn.plan.order.resize(drawn.workload.tasks.size());
  std::iota(drawn.plan.order.begin(), drawn.plan.order.end(), 0U);
  return drawn;
}

Task of_kernel(const char* name, double kernel, double host = 0) {
  Task task{.name = name, .kernel = KernelSpec{.work = Millis{kernel}, .mark = {}}};
  if (host > 0) {
    task.host = Millis{host};
  }
  return task;
}

double start_of_last(const SubmissionCase& drawn) {
  return timeline(resolve(drawn.workload, drawn.device), drawn.plan).intervals.back().start.count();
}

// "Legacy default stream", CUDA C++ Programming Guide: it waits for the blocking streams, and they for it; the launch
// itself returns.
TEST(Submission, ALaunchIntoTheLegacyStreamDoesNotHoldTheThreadUp) {
  SubmissionCase behind = by_one_thread({of_kernel("a", 10), of_kernel("b", 10, 2), of_kernel("c", 10, 2)});
  behind.workload.tasks[1].legacy = true;
  EXPECT_DOUBLE_EQ(start_of_last(behind), 20) << "the host worked for c from 2 to 4";
  SubmissionCase copies = by_one_thread({of_kernel("a", 10), of_kernel("b", 1, 3), Task{.name = "c"}});
  copies.workload.tasks[0].legacy = true;
  copies.workload.tasks[1].h2d = CopySpec{.amount = Millis{0.5}};
  copies.workload.tasks[2].h2d = CopySpec{.amount = Millis{1}};
  copies.workload.tasks[2].host = Millis{3};
  EXPECT_DOUBLE_EQ(start_of_last(copies), 10.5) << "the host worked for c from 3 to 6";
}

TEST(Submission, EachProgramHasAThread) {
  const SubmissionCase one = by_one_thread({of_kernel("a", 1, 2), of_kernel("b", 1, 2)});
  SubmissionCase two = one;
  two.workload = changed(one.workload, {.copies = 2});
  two.plan.order = {0, 2, 1, 3};
  EXPECT_DOUBLE_EQ(start_of_last(two), 5) << "2 + 2 on either thread, then the second kernel of both";
  EXPECT_DOUBLE_EQ(lower_bound(resolve(two.workload, two.device)).count(), 5);
  for (Task& task : two.workload.tasks) {
    task.family = task.copy == 0 ? "first" : "second";
    task.copy = 0;
  }
  two.device.context_switch = Millis{0};
  EXPECT_DOUBLE_EQ(start_of_last(two), 5);
}

// An event is recorded before somebody waits for it.
TEST(Submission, AThreadWaitsUntilAnotherHasIssuedWhatItsTaskComesAfter) {
  SubmissionCase two = by_one_thread({of_kernel("a", 1, 5), of_kernel("b", 1), of_kernel("c", 1, 4)});
  two.device.context_switch = Millis{0};
  two.workload.tasks[0].family = "first";
  two.workload.tasks[1].family = two.workload.tasks[2].family = "second";
  two.workload.tasks[1].after = {{.task = "a"}};
  EXPECT_DOUBLE_EQ(start_of_last(two), 9) << "b is issued at 5, and then the host works for c";
}

TEST(Submission, AStatedLagOfNothingIsAWaitOfTheHost) {
  SubmissionCase lag = by_one_thread({of_kernel("a", 10), of_kernel("b", 1, 3)});
  lag.workload.tasks[1].after = {{.task = "a"}};
  EXPECT_DOUBLE_EQ(start_of_last(lag), 10);
  lag.workload.tasks[1].after[0].stated = true;
  EXPECT_DOUBLE_EQ(start_of_last(lag), 13);
  lag.workload.tasks[1].after[0] = {.task = "a", .lag = Millis{2}};
  EXPECT_DOUBLE_EQ(start_of_last(lag), 15);
  lag.workload = changed(std::move(lag.workload), {.host_time = 0});
  EXPECT_DOUBLE_EQ(start_of_last(lag), 13);
  lag.workload.submit = Submit::thread_per_task;
  EXPECT_DOUBLE_EQ(start_of_last(lag), 10) << "its thread has worked meanwhile";
}

SubmissionCase four_chunks(int major, int minor, int engines, double h2d, double kernel, double d2h) {
  SubmissionCase four;
  four.device.name = "old";
  four.device.compute_capability = ComputeCapability{major, minor};
  four.device.dma_engines = engines;
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    TransferModel& transfer = four.device.transfers[index(Memory::pinned)][index(direction)];
    transfer.alone = BytesPerSecond{4e9};
    transfer.duplex = transfer.alone;
  }
  four.workload.tasks.push_back({.name = "s",
                                 .h2d = CopySpec{.amount = Millis{h2d}},
                                 .kernel = KernelSpec{.work = Millis{kernel}, .mark = {}},
                                 .d2h = CopySpec{.amount = Millis{d2h}},
                                 .count = 4});
  four.plan.order = {0, 1, 2, 3};
  return four;
}

double makespan_when(SubmissionCase four, IssueOrder order) {
  four.workload.issue = order;
  return makespan(resolve(four.workload, four.device), four.plan).count();
}

// NVIDIA's "How to overlap data transfers in CUDA C/C++": C1060 12.92 serial, 13.64 depth first, 8.85 ms breadth first;
// C2050 5.74 depth first, 7.60 ms breadth first.
TEST(Submission, GpusBeforeHyperQServeCopiesAsTheyWereIssued) {
  const SubmissionCase c1060 = four_chunks(1, 3, 1, 1.1, 1.131, 1);
  EXPECT_NEAR(makespan_when(c1060, IssueOrder::depth_first), 12.924, 1e-9);
  EXPECT_NEAR(makespan_when(c1060, IssueOrder::breadth_first), 8.85, 0.08 * 8.85);
  const SubmissionCase c2050 = four_chunks(2, 0, 2, 0.806, 1.08, 0.63);
  EXPECT_NEAR(makespan_when(c2050, IssueOrder::depth_first), 5.74, 0.05 * 5.74);
  EXPECT_NEAR(makespan_when(c2050, IssueOrder::breadth_first), 7.60, 0.05 * 7.60);
  const SubmissionCase k20c = four_chunks(3, 5, 2, 0.806, 1.08, 0.63);
  EXPECT_EQ(makespan_when(k20c, IssueOrder::depth_first), makespan_when(k20c, IssueOrder::breadth_first));
}

TEST(Submission, BreadthFirstRefusesWhatIsIssuedTooLate) {
  SubmissionCase two = pageable_pair(Submit::one_thread);
  two.workload.issue = IssueOrder::breadth_first;
  two.workload.tasks[1].after.push_back({"a"});
  try {
    resolve(two.workload, two.device);
    FAIL() << "took it";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("is issued later when issue is breadth_first"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace warpshop::evaluate
