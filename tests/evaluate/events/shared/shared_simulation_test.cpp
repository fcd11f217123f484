#include "sim/evaluate/events/shared/shared_simulation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/model/share.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::evaluate {
namespace {

/// A thousand rounds of 8 CTAs on each of 28 SMs.
constexpr std::int64_t kThousandRounds = 28 * 8 * 1000;

/// Of the numbers n gives task i n[2 i] SMs from SM n[2 i + 1] on, as many CTAs as fit.
share::Controller start_fixed(const Instance& /*instance*/, const Share& share) {
  return [split = share.settings.all()](const share::Observation& seen) {
    share::Decision decision;
    for (const std::uint32_t task : seen.ready) {
      decision.allocations.push_back({task,
                                      {{.first = static_cast<std::uint32_t>(split[2 * task + 1]),
                                        .sms = static_cast<std::uint32_t>(split[2 * task]),
                                        .ctas = 1U << 20}}});
    }
    return decision;
  };
}

Plan fixed_plan(const Instance& instance, const std::vector<double>& split, KernelForm form = KernelForm::plain) {
  Plan plan{.order = {}, .submission = Submission::streams};
  for (std::uint32_t task = 0; task < instance.size(); ++task) {
    plan.order.push_back(task);
  }
  plan.share = test::share_by_hand("fixed", split, {.form = form});
  plan.share->start = start_fixed;
  return plan;
}

TEST(SharedSimulation, AloneAKernelTakesItsTime) {
  Device device = test::device_of_subtasks("titanx");
  for (auto& [name, kernel] : device.kernels) {
    kernel.invocation = Millis{0.25};
  }
  for (const std::int64_t subtasks : {std::int64_t{1}, std::int64_t{700}, kThousandRounds}) {
    const Instance instance = test::grids_on(device, {{"hst256", subtasks}});
    const double alone = instance.jobs[0].kernel.count();
    EXPECT_NEAR(shared_timeline(instance, fixed_plan(instance, {28, 0})).makespan.count(), alone, 1e-9 * alone);
    // Persistent CTAs are 0.91 times as long, their launch is not.
    const Plan persistent = fixed_plan(instance, {28, 0}, KernelForm::persistent);
    EXPECT_NEAR(shared_timeline(instance, persistent).makespan.count(), 0.25 + 0.91 * (alone - 0.25), 1e-9 * alone);
  }
}

/// S5 4.6.2 with a launch of 7 us and slices of 0.1 ms: one of a kernel that is shorter, then as many as begin.
TEST(SharedSimulation, EachSliceCostsALaunch) {
  const Device device = test::device_of_subtasks("titanx");
  for (const double milliseconds : {3e-6, 1e-3, 0.05, 0.099, 0.15, 1.0, 7.3}) {
    Instance instance = test::grids_on(device, {{"mm", 1}, {"mm", 1}});
    const KernelOnSms kernel = kernel_on_sms(instance, 0, KernelForm::plain);
    const std::int64_t rounds = 3;
    for (std::uint32_t task = 0; task < 2; ++task) {
      instance.work[task].subtasks = rounds * 28 * kernel.per_sm;
    }
    const Plan whole = fixed_plan(instance, {28, 0, 28, 0});
    instance.jobs[1] = {};
    const double before = shared_timeline(instance, whole).intervals[0].end.count();
    instance.work[0].length *= milliseconds / before;
    Plan sliced = whole;
    sliced.share->slice_launch = Millis{7e-3};
    sliced.share->slice = Millis{0.1};
    const double round = milliseconds / rounds;
    const double slices = std::ceil(milliseconds / std::max(round, 0.1) - 1e-6);
    EXPECT_NEAR(shared_timeline(instance, sliced).makespan.count(), milliseconds + 7e-3 * slices, 1e-6 * milliseconds)
        << milliseconds;
  }
}

TEST(SharedSimulation, CopiesAndMemoryBoundKernelsSlowEachOtherDown) {
  Device device = test::device_of_subtasks("titanx");
  device.interference = Interference{.h2d_beside_kernel = 0.8, .kernel_beside_h2d = 0.5};
  Instance instance = test::grids_on(device, {{"va", kThousandRounds}, {"va", 1}});
  const double alone = instance.jobs[0].kernel.count();
  instance.jobs[1] = {};
  instance.jobs[1].has = {true, false, false};
  instance.jobs[1].copies[0] = {.latency = Millis{0.1 * alone}, .payload = Millis{0.2 * alone}};
  const Timeline timeline = shared_timeline(instance, fixed_plan(instance, {28, 0, 28, 0}));
  // The payload takes 0.2 / 0.8 of the time, in which the kernel does half of what it would.
  EXPECT_NEAR(timeline.intervals[0].end.count(), (1 + 0.25 / 2) * alone, 1e-6 * alone);
  EXPECT_NEAR(timeline.intervals[1].end.count(), 0.35 * alone, 1e-9 * alone);
}

TEST(SharedSimulation, CopiesLeaveComputeBoundKernelsAlone) {
  Device device = test::device_of_subtasks("titanx");
  device.interference = Interference{.h2d_beside_kernel = 0.8, .kernel_beside_h2d = 0.5};
  Instance instance = test::grids_on(device, {{"mm", kThousandRounds}, {"va", 1}});
  const double alone = instance.jobs[0].kernel.count();
  instance.jobs[1] = {};
  instance.jobs[1].has = {true, false, false};
  instance.jobs[1].copies[0] = {.latency = {}, .payload = Millis{0.2 * alone}};
  const Timeline timeline = shared_timeline(instance, fixed_plan(instance, {28, 0, 28, 0}));
  EXPECT_NEAR(timeline.intervals[0].end.count(), alone, 1e-9 * alone);
  EXPECT_NEAR(timeline.intervals[1].end.count(), 0.2 * alone, 1e-9 * alone);
}

TEST(SharedSimulation, APartitionHasItsOwnBandwidth) {
  const Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 28 * 8}, {"bs", 14 * 16 * 50}});
  Plan plan = fixed_plan(instance, {14, 0, 14, 14});
  const Timeline together = shared_timeline(instance, plan);
  plan.share->partitions = {{.first = 0, .sms = 14, .bandwidth = 0.5}, {.first = 14, .sms = 14, .bandwidth = 0.5}};
  const Timeline apart = shared_timeline(instance, plan);
  Plan alone = plan;
  alone.order = {1};
  // What the one does makes no difference to the other.
  EXPECT_DOUBLE_EQ(apart.intervals[1].end.count(), shared_timeline(instance, alone).makespan.count());
  EXPECT_GT(apart.intervals[1].end, 1.01 * together.intervals[1].end);
}

TEST(SharedSimulation, OneRoundOfAnOpaqueKernelForEachSmThatItHas) {
  Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 1000}, {"va", 1000}});
  instance.work = {{}, {}};
  const double alone = instance.jobs[0].kernel.count();
  const Timeline timeline = shared_timeline(instance, fixed_plan(instance, {14, 0, 10, 14}));
  EXPECT_NEAR(timeline.intervals[0].end.count(), 2 * alone, 1e-9 * alone);
  EXPECT_NEAR(timeline.intervals[1].end.count(), 3 * alone, 1e-9 * alone);  // 28 on 10
}

/// Two kernels may have CTAs at once; a kernel of no shape is 28 subtasks, one on an SM. The first, on SM 0 … 9, does
/// 10 in each of three rounds of 1 ms, and leaves SM 8 and 9 at 2 ms. The second waits for the same SMs. The third may
/// use SM 8 … 17, but keeps to 10 … 17, as the second is ahead of it on 8 and 9, also from 2 to 3 ms, when these are
/// idle: four rounds of 1.5 ms. The second starts when the first ends, and does three rounds of 4 ms.
TEST(SharedSimulation, WhoWaitsForAnotherToEndIsAheadOnItsSms) {
  Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 1}, {"va", 1}, {"va", 1}});
  instance.work = {{}, {}, {}};
  instance.chip->grids = 2;
  for (std::uint32_t task = 0; task < 3; ++task) {
    instance.jobs[task].kernel = Millis{std::array{1.0, 4.0, 1.5}[task]};
  }
  const Plan plan = fixed_plan(instance, {10, 0, 10, 0, 10, 8});
  for (const Timeline& timeline : {staggered_timeline(instance, plan), wave_timeline(instance, plan)}) {
    EXPECT_NEAR(timeline.intervals[0].end.count(), 3, 1e-9);
    EXPECT_NEAR(timeline.intervals[1].start.count(), 3, 1e-9);
    EXPECT_NEAR(timeline.intervals[1].end.count(), 15, 1e-9);
    EXPECT_NEAR(timeline.intervals[2].start.count(), 0, 1e-9);
    EXPECT_NEAR(timeline.intervals[2].end.count(), 6, 1e-9);
  }
}

TEST(SharedSimulation, NoJoinerWorksBeforeItsKernelIsLaunched) {
  Device device = test::device_of_subtasks("titanx");
  for (auto& [name, kernel] : device.kernels) {
    kernel.invocation = Millis{5};
  }
  // The eighth CTA of the second kernel finds room when that of the first has ended, at 5 ms or so.
  Instance instance = test::grids_on(device, {{"va", 1}, {"mm", 8}});
  instance.jobs[1].release = Millis{4};
  const Timeline timeline = shared_timeline(instance, fixed_plan(instance, {28, 0, 1, 0}));
  std::size_t joiners = 0;
  for (const Residency& held : timeline.residencies) {
    if (held.task == 1) {
      joiners += held.start > Millis{5} && held.start < Millis{6} ? 1 : 0;
      EXPECT_TRUE(held.subtasks == 0 || held.end > Millis{9});
    }
  }
  EXPECT_EQ(joiners, 1U);
}

/// At 0, 1 and 2 ms: unlike SMs, more of both, another SM.
share::Controller start_moving(const Instance& /*instance*/, const Share& /*share*/) {
  return [](const share::Observation& seen) {
    const Allocation first{{2, 1, 4}, {3, 1, 6}};
    const Allocation more{{2, 1, 6}, {3, 1, 8}};
    const Allocation other{{0, 1, 8}};
    const double now = seen.now.count();
    share::Decision decision;
    if (seen.ready.empty() && seen.running.empty()) {
      return decision;
    }
    decision.allocations.push_back({0, now < 1 ? first : now < 2 ? more : other});
    decision.wake_at = now < 1 ? Millis{1} : now < 2 ? Millis{2} : share::kNoWake;
    return decision;
  };
}

TEST(SharedSimulation, AsManyLeaveEverySmAsAreTooMany) {
  Device device = test::device_of_subtasks("titanx");
  device.kernels.at("va").invocation = Millis{10};  // so that nobody has begun, and all leave at once
  const Instance instance = test::grids_on(device, {{"va", 100}});
  Plan plan = fixed_plan(instance, {}, KernelForm::persistent);
  plan.share->start = start_moving;
  const Timeline timeline = shared_timeline(instance, plan);
  for (const Residency& held : timeline.residencies) {
    EXPECT_EQ(held.first_sm >= 2, held.end <= Millis{2}) << "SM " << held.first_sm;
  }
  EXPECT_GE(timeline.residencies.size(), 4U);
}

share::Controller start_never(const Instance& /*instance*/, const Share& /*share*/) {
  return [](const share::Observation& /*seen*/) { return share::Decision{}; };
}
share::Controller start_restless(const Instance& /*instance*/, const Share& /*share*/) {
  return [](const share::Observation& seen) { return share::Decision{.allocations = {}, .wake_at = seen.now}; };
}

share::Controller start_stubborn(const Instance& /*instance*/, const Share& /*share*/) {
  return [](const share::Observation& /*seen*/) {
    share::Decision decision;
    decision.allocations.emplace_back(0U, Allocation{{0, 1, 8}});
    return decision;
  };
}

TEST(SharedSimulation, SaysWhichControllerLeavesKernelsWaiting) {
  const Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 1}});
  Plan plan = fixed_plan(instance, {28, 0});
  const auto error = [&] {
    try {
      shared_timeline(instance, plan);
    } catch (const std::logic_error& broken) {
      return std::string(broken.what());
    }
    return std::string();
  };
  plan.share->start = start_never;
  EXPECT_EQ(error(), "the controller of policy fixed leaves kernels waiting for ever");
  plan.share->start = start_restless;
  EXPECT_EQ(error(), "the controller of policy fixed asks to be woken at once");
  plan.share->start = start_stubborn;
  EXPECT_EQ(error(), "") << "what is asked for a kernel that has ended changes nothing";
  Instance opaque = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 10'000}, {"va", 10'000}});
  opaque.work[1] = {};
  plan = fixed_plan(opaque, {28, 0, 28, 0});
  EXPECT_NO_THROW(shared_timeline(opaque, plan));  // there is no room beside it
}

}  // namespace
}  // namespace warpshop::evaluate
