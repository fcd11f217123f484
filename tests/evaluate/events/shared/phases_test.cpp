// Kernels whose speed changes while they run: that they take alone what they are said to, that no plan is below the
// bound, and what jitter draws. slow_kernels_test.cpp holds when phases begin against a second simulation.
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/evaluate/check_timeline.hpp"
#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/evaluate/events/shared/shared_simulation.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/files/device_store.hpp"
#include "sim/model/workload.hpp"
#include "sim/stats/counter_draws.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/planned_by.hpp"

namespace warpshop::evaluate {
namespace {

std::shared_ptr<const KernelPace> paced(KernelPace pace) {
  return std::make_shared<const KernelPace>(std::move(pace));
}

std::vector<KernelPhase> any_phases() {
  std::vector<KernelPhase> phases;
  double left = 1;
  for (int more = *rc::gen::inRange(0, 4); more > 0; --more) {
    const double part = left * *rc::gen::inRange(1, 100) * 1e-2;
    phases.push_back({.part = part, .speed = *rc::gen::inRange(1, 50) * 0.1});
    left -= part;
  }
  phases.push_back({.part = left, .speed = *rc::gen::inRange(1, 50) * 0.1});
  return phases;
}

/// Kernels that describe themselves, of up to some waves, each with phases.
Instance any_paced(int most) {
  static const Device device = files::find_device("gtx980");
  Workload workload{.name = "paced", .file = {}, .tasks = {}};
  for (int task = *rc::gen::inRange(1, most + 1); task > 0; --task) {
    Task& each = workload.tasks.emplace_back();
    each.name = "t" + std::to_string(task);
    each.kernel = KernelSpec{
        .work =
            KernelShape{.time = Millis{*rc::gen::inRange(1, 100) * 0.1},
                        .ctas = *rc::gen::inRange(1, 3000),
                        .cta = {.threads = 32 * *rc::gen::inRange(1, 33)},
                        .category = *rc::gen::elementOf(std::vector{Category::compute_bound, Category::memory_bound})},
        .pace = paced({.phases = any_phases()}),
        .mark = {}};
  }
  Instance instance = resolve(workload, device);
  prepare_sharing(instance, device);
  return instance;
}

// Twice as fast for half of the work, then half as fast: 1/4 + 1 of what all takes at speed 1, which is to be 1.
TEST(Phases, OnlyTheRatiosOfSpeedsCount) {
  Workload workload{.name = "two", .file = {}, .tasks = {Task{.name = "k"}}};
  const KernelShape whole_waves{.time = Millis{5}, .ctas = 16 * 8 * 50, .cta = {.threads = 256}};
  workload.tasks[0].kernel =
      KernelSpec{.work = whole_waves, .pace = paced({.phases = {{.part = 0.5, .speed = 2}, {0.5, 0.5}}}), .mark = {}};
  const Device device = files::find_device("gtx980");
  Instance instance = resolve(workload, device);
  prepare_sharing(instance, device);
  EXPECT_EQ(instance.paces.at(0).phases, (std::vector<KernelPhase>{{0.5, 2.5}, {0.5, 0.625}}));
  workload.tasks[0].kernel->pace = {};
  Instance even = resolve(workload, device);
  prepare_sharing(even, device);
  EXPECT_DOUBLE_EQ(instance.work[0].length, even.work[0].length);
}

TEST(Phases, AKernelAloneTakesWhatItIsSaidTo) {
  EXPECT_TRUE(test::holds("phases", 100, [] {
    const Instance instance = any_paced(1);
    const Plan plan = test::planned_by("leftover", instance).plan;
    for (const Timeline& timeline : {staggered_timeline(instance, plan), wave_timeline(instance, plan)}) {
      RC_ASSERT(std::abs(timeline.makespan / instance.jobs[0].kernel - 1) < 1e-9);
    }
  }));
}

/// One kernel, and no copies.
Instance one_kernel(const KernelShape& shape, KernelPace pace, Millis release = Millis{0}) {
  static const Device device = files::find_device("gtx980");
  Workload workload{.name = "one", .file = {}, .tasks = {Task{.name = "k"}}};
  workload.tasks[0].kernel = KernelSpec{.work = shape, .pace = paced(std::move(pace)), .mark = {}};
  workload.tasks[0].release = release;
  Instance instance = resolve(workload, device);
  prepare_sharing(instance, device);
  return instance;
}

// The time that a last round loses is as long in any phase. Else a slow phase over the last round would take the longer
// the fewer subtasks fall to that, and a kernel could end sooner with fewer SMs.
TEST(Phases, ChangeNothingForAKernelAloneOnSomeSms) {
  EXPECT_TRUE(test::holds("phases", 200, [] {
    const KernelShape shape{.time = Millis{3}, .ctas = *rc::gen::inRange(1, 6000), .cta = {.threads = 32}};
    KernelPace pace{.phases = any_phases()};
    for (KernelPhase& phase : pace.phases) {
      phase.speed = std::pow(10.0, *rc::gen::inRange(-200, 201) * 1e-2);
    }
    const auto held = std::vector<double>{*rc::gen::inRange(7, 101) * 1.0};
    const Instance even = one_kernel(shape, {});
    const double expected = wave_timeline(even, test::planned_by("mps", even, held).plan).makespan.count();
    RC_ASSERT(expected > 3 * (1 - 1e-9));
    const Instance instance = one_kernel(shape, pace);
    const Plan plan = test::planned_by("mps", instance, held).plan;
    for (const Timeline& timeline : {staggered_timeline(instance, plan), wave_timeline(instance, plan)}) {
      RC_ASSERT(std::abs(timeline.makespan.count() / expected - 1) < 1e-8);
    }
  }));
}

// What is nearer to each other than 1e-9 of the clock is decided on as one, and a clock of doubles tells 0.1 ns apart
// at a week; the slow phase begins within both, and is as slow at once, and as long, as it is to be.
TEST(Phases, ASlowOneThatFollowsWithinAnInstantIsSlow) {
  const KernelPace pace{.phases = {{.part = 0.9, .speed = 100}, {0.1, 0.01}}};
  for (const double time : {3.0, 1e-2, 1e-4}) {
    for (const double release : {3.6e6, 3.6e7, 6.048e8}) {
      const KernelShape shape{.time = Millis{time}, .ctas = 7, .cta = {.threads = 32}};
      const Instance instance = one_kernel(shape, pace, Millis{release});
      const double told = std::nextafter(release, 2 * release) - release;
      for (const char* policy : {"leftover", "smk", "smt"}) {
        const Plan plan = test::planned_by(policy, instance).plan;
        for (const Timeline& timeline : {staggered_timeline(instance, plan), wave_timeline(instance, plan)}) {
          EXPECT_NEAR(timeline.makespan.count() - release, time, 1e-9 * time + 2 * told) << policy << ' ' << release;
        }
      }
    }
  }
}

TEST(Phases, AllWorkIsDoneAndNothingEndsBelowTheBound) {
  EXPECT_TRUE(test::holds("phases", 100, [] {
    const Instance instance = any_paced(4);
    const Plan plan = test::planned_by(*rc::gen::elementOf(std::vector<std::string>{"leftover", "smk", "spart", "mps",
                                                                                    "slicing", "timeslice", "smk-p"}),
                                       instance)
                          .plan;
    for (const Timeline& timeline : {staggered_timeline(instance, plan), wave_timeline(instance, plan)}) {
      check_timeline({.devices = {instance}}, plan, timeline, Objective::makespan);
    }
  }));
}

/// How long one kernel takes that has jitter, and the GPU to itself, by a second way: SMs are full, and all do what one
/// waits for, so that in each interval the kernel is as fast as they are on average.
double slow_time_with_jitter(const Instance& instance, std::uint64_t seed) {
  const Jitter& jitter = *instance.paces[0].jitter;
  const stats::CounterDraws draws(seed, stats::owner_of("k"), 4);
  const auto sms = static_cast<std::uint64_t>(instance.chip->sm.count);
  double left = instance.jobs[0].kernel.count();
  for (std::uint64_t interval = 0;; ++interval) {
    double sum = 0;
    for (std::uint64_t sm = 0; sm < sms; ++sm) {
      sum += 1 + jitter.deviation * std::sqrt(3) * (2 * draws.unit(interval * sms + sm) - 1);
    }
    const double speed = sum / static_cast<double>(sms);
    if (left <= speed * jitter.every.count()) {
      return static_cast<double>(interval) * jitter.every.count() + left / speed;
    }
    left -= speed * jitter.every.count();
  }
}

Instance jittered(double deviation, double every) {
  const Device device = files::find_device("gtx980");
  Workload workload{.name = "jitter", .file = {}, .tasks = {Task{.name = "k"}}};
  // 16 SMs of 8 CTAs, 50 times: no last round.
  const KernelShape shape{.time = Millis{5}, .ctas = 16 * 8 * 50, .cta = {.threads = 256}};
  KernelPace pace;
  pace.jitter = Jitter{.deviation = deviation, .every = Millis{every}};
  workload.tasks[0].kernel = KernelSpec{.work = shape, .pace = paced(std::move(pace)), .mark = {}};
  workload.clients.horizon = Millis{1};
  workload.clients.all = {{.name = "k", .tasks = {0, 1}, .arrivals = ArrivalsAtOnce{1}}};
  Instance instance = resolve(workload, device);
  prepare_sharing(instance, device);
  return instance;
}

TEST(Jitter, MakesAKernelAsFastAsItsSmsAreOnAverage) {
  for (const double deviation : {0.05, 0.5}) {
    for (const double every : {0.07, 1.3, 20.0}) {
      const Instance instance = jittered(deviation, every);
      const Plan plan = test::planned_by("leftover", instance).plan;
      for (const std::uint64_t seed : {1U, 2U, 77U}) {
        const ClientsOutcome outcome = simulate_clients(instance, plan, {.seed = seed});
        EXPECT_NEAR(outcome.end.count(), slow_time_with_jitter(instance, seed), 1e-9) << deviation << ' ' << every;
      }
    }
  }
}

// On an SM that is slow all CTAs end late: who follows every CTA has them drift apart, and the fast ones take more.
TEST(Jitter, CtasThatDriftApartEndAboutWhereThoseInStepDo) {
  const Instance instance = jittered(0.2, 0.07);
  const Plan plan = test::planned_by("leftover", instance).plan;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Millis drift = simulate_clients(instance, plan, {.seed = seed, .staggered = true}).end;
    EXPECT_NEAR(drift / simulate_clients(instance, plan, {.seed = seed}).end, 1, 0.03);
  }
}

}  // namespace
}  // namespace warpshop::evaluate
