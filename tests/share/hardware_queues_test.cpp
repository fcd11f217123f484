// S5 figure 2.5: two streams of kernels, A B C D and E F G, on one hardware queue and on two.
#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/order/policies.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"
#include "tests/support/slow_turns.hpp"

namespace warpshop::share {
namespace {

/// Seven kernels of one CTA each, which leave room for any other; A B C D and E F G, each after the one before it.
Instance two_streams() {
  Instance instance = test::grids_on(test::device_of_subtasks("titanx"), std::vector<test::Grid>(7, {"gcedd", 1}));
  instance.precedence = {{0, 1}, {1, 2}, {2, 3}, {4, 5}, {5, 6}};
  return instance;
}

/// When each kernel starts, in units of what one takes.
std::vector<int> starts(const Instance& instance, double queues) {
  const Planned planned = test::planned_by("leftover", instance, {queues});
  std::vector<int> starts(instance.size());
  for (const Interval& kernel : evaluate::timeline(instance, planned.plan).intervals) {
    starts[kernel.task] = static_cast<int>(kernel.start / instance.jobs[0].kernel + 0.5);
  }
  return starts;
}

TEST(HardwareQueues, OneHoldsTheSecondStreamBackUntilTheLastKernelOfTheFirst) {
  EXPECT_EQ(starts(two_streams(), 1), (std::vector{0, 1, 2, 3, 3, 4, 5}));
}

TEST(HardwareQueues, TwoLetBothStreamsRunBesideEachOther) {
  EXPECT_EQ(starts(two_streams(), 2), (std::vector{0, 1, 2, 3, 0, 1, 2}));
}

TEST(HardwareQueues, HoldNobodyUpWhoFollowsInAnotherStream) {
  // 1 and 2 both come after 0, 3 after both: 2 is not behind 1, though all are joined.
  Instance instance = two_streams();
  instance.precedence = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
  EXPECT_EQ(starts(instance, 32), (std::vector{0, 1, 1, 2, 0, 0, 0}));
}

TEST(HardwareQueues, KeepChainsThatTheWorkloadListsBackwards) {
  Instance instance = two_streams();
  instance.precedence = {{3, 2}, {2, 1}, {1, 0}, {6, 5}, {5, 4}};
  EXPECT_EQ(starts(instance, 1), (std::vector{3, 2, 1, 0, 5, 4, 3}));
}

TEST(HardwareQueues, AreEightUnlessANumberIsGiven) {
  // Nine streams of two kernels: the ninth stands behind the second kernel of the first.
  Instance instance = test::grids_on(test::device_of_subtasks("titanx"), std::vector<test::Grid>(18, {"gcedd", 1}));
  for (std::uint32_t first = 0; first < instance.size(); first += 2) {
    instance.precedence.push_back({first, first + 1});
  }
  const auto makespan = [&](const std::vector<double>& queues) {
    return test::planned_by("leftover", instance, queues).predicted / instance.jobs[0].kernel;
  };
  EXPECT_NEAR(makespan({}), 3, 0.05);
  EXPECT_NEAR(makespan({8}), 3, 0.05);
  EXPECT_NEAR(makespan({32}), 2, 0.05);
}

TEST(ResidentGrids, AreNoMoreThanTheDeviceHolds) {
  Device device = test::device_of_subtasks("titanx");
  test::make_a100(device);
  Instance instance = test::grids_on(device, std::vector<test::Grid>(40, {"pf", 1}));
  instance.chip->grids = 7;
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    instance.families.push_back(1 + task % 2);
  }
  for (const auto& [policy, split] : std::vector<std::pair<std::string, std::vector<double>>>{
           {"leftover", {}}, {"mps", {100}}, {"mig", {3, 3}}, {"spart", {}}}) {
    const Planned planned = test::planned_by(policy, instance, split);
    const std::vector<Interval> kernels = evaluate::timeline(instance, planned.plan).intervals;
    std::int64_t most = 0;
    for (const Interval& one : kernels) {
      most = std::max(most, std::count_if(kernels.begin(), kernels.end(), [&](const Interval& other) {
                        return other.start <= one.start && other.end > one.start * (1 + 1e-9);
                      }));
    }
    EXPECT_EQ(most, 7) << planned.plan.share->policy;
  }
}

/// A kernel of 1 ms behind a copy in of 2 ms and before one out of 5, and one of 4 ms that is ready at once.
Instance overtaking() {
  Instance instance;
  instance.chip =
      Chip{.sm = {.count = 28, .registers = 65536, .shared_memory = Bytes{96 << 10}, .threads = 2048, .ctas = 32}};
  instance.rates = {{{{{1, 1}, {1, 1}}}, {{{1, 1}, {1, 1}}}}};
  instance.jobs.resize(2);
  instance.jobs[0].has = {true, true, true};
  instance.jobs[0].copies[0].payload = Millis{2};
  instance.jobs[0].kernel = Millis{1};
  instance.jobs[0].copies[1].payload = Millis{5};
  instance.jobs[1].has = {false, true, false};
  instance.jobs[1].kernel = Millis{4};
  return instance;
}

TEST(HardwareQueues, NoKernelOvertakesAnotherInItsQueue) {
  EXPECT_NEAR(test::planned_by("leftover", overtaking(), {1}).predicted.count(), 8, 1e-9);
  EXPECT_NEAR(test::planned_by("leftover", overtaking(), {2}).predicted.count(), 10, 1e-9);
}

/// A kernel of 2 ms, one of 1 ms that is released at 10, and one of 1 ms.
Instance released() {
  Instance instance = overtaking();
  instance.jobs.assign(3, Job{.kernel = Millis{1}, .has = {false, true, false}});
  instance.jobs[0].kernel = Millis{2};
  instance.jobs[1].release = Millis{10};
  return instance;
}

TEST(HardwareQueues, HoldNobodyUpBehindWhoIsNotIssuedYet) {
  for (const std::uint32_t queues : {1U, 2U, 8U}) {
    const Instance instance = released();
    const Plan shared = test::planned_by("leftover", instance, {static_cast<double>(queues)}).plan;
    Plan streams{.order = {0, 1, 2}, .submission = Submission::streams, .hardware_queues = queues};
    for (const Plan& plan : {shared, streams}) {
      for (const Interval& kernel : evaluate::timeline(instance, plan).intervals) {
        EXPECT_NEAR(kernel.start.count(), (std::vector{0, 10, 2})[kernel.task], 1e-9) << kernel.task;
      }
    }
  }
}

TEST(HardwareQueues, HoldNobodyUpBehindWhoWaitsForItsHostButForWhoWaitsForTheGpu) {
  // 1 comes 5 ms after 0; of one queue 2 is behind it, if the host has issued it.
  for (const bool by_host : {true, false}) {
    Instance instance = released();
    instance.jobs[1].release = Millis{0};
    instance.precedence = {{0, 1, Millis{5}, by_host}};
    const Plan shared = test::planned_by("leftover", instance, {1}).plan;
    const Plan streams{.order = {0, 1, 2}, .submission = Submission::streams, .hardware_queues = 1};
    for (const Plan& plan : {shared, streams}) {
      for (const Interval& kernel : evaluate::timeline(instance, plan).intervals) {
        EXPECT_NEAR(kernel.start.count(), (std::vector{0, 7, by_host ? 2 : 8})[kernel.task], 1e-9) << kernel.task;
      }
    }
  }
}

TEST(HardwareQueues, AreEnteredByNobodyBeforeThoseThatItComesAfter) {
  // 0, of the release 0, comes after 1, of the release 10, in its stream: it would stand before it for ever.
  Instance instance = released();
  instance.precedence = {{1, 0}};
  for (const Interval& kernel :
       evaluate::timeline(instance, test::planned_by("leftover", instance, {1}).plan).intervals) {
    EXPECT_NEAR(kernel.start.count(), (std::vector{11, 10, 0})[kernel.task], 1e-9) << kernel.task;
  }
}

/// Kernels that share with nobody, in any order and with any pairs: the shared engine, the one that runs one kernel at
/// a time, and the judge.
TEST(HardwareQueues, AgreeWithTheJudgeWhoeverRunsTheKernels) {
  constexpr unsigned kSeed = 20262;
  std::mt19937 draws(kSeed);
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution(low, high)(draws); };
  for (int round = 0; round < test::cases(2000); ++round) {
    Instance instance;
    instance.chip = overtaking().chip;
    instance.jobs.resize(static_cast<std::size_t>(draw(1, 24)));
    for (Job& job : instance.jobs) {
      job.has = {false, true, false};
      job.kernel = Millis(draw(1, 6));
      job.release = Millis(draw(0, 1) * draw(0, 20));
    }
    for (std::uint32_t after = 1; after < instance.size(); ++after) {
      if (draw(0, 2) == 0) {
        const auto before = static_cast<std::uint32_t>(draw(0, static_cast<int>(after) - 1));
        const Millis lag(draw(0, 1) * draw(0, 5));
        instance.precedence.push_back({before, after, lag, lag > Millis{0} && draw(0, 2) > 0});
      }
    }
    const auto check = [&](int queues, const Plan& plan, const char* engine) {
      const test::SlowTurns judged = test::slow_queues(instance, queues);
      for (const Interval& kernel : evaluate::timeline(instance, plan).intervals) {
        ASSERT_NEAR(kernel.start.count(), judged.starts[kernel.task], 1e-6)
            << engine << ", seed " << kSeed << ", round " << round << ", task " << kernel.task << ", queues " << queues;
      }
    };
    const int queues = draw(1, 10);
    check(queues, test::planned_by("leftover", instance, {static_cast<double>(queues)}).plan, "leftover");
    check(8, order::find_policy("hyperq").plan(instance, {}).plan, "hyperq");
  }
}

}  // namespace
}  // namespace warpshop::share
