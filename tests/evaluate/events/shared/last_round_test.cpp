// One rule for last rounds: no kernel ends sooner with fewer SMs or CTAs, whatever the way of sharing.
#include "sim/evaluate/events/shared/last_round.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/evaluate/bounds/shared_bound.hpp"
#include "sim/evaluate/check_timeline.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/events/shared/shared_simulation.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/files/device_store.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/sharing_metrics.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::evaluate {
namespace {

constexpr double kRounding = 1e-9;
constexpr std::int64_t kA100 = 108;  // SMs of a chip with MIG

/// A chip of so many SMs, of 64 warps each.
Device chip_of(std::int64_t sms) {
  Device device = files::find_device("titanx");
  device.kernels.clear();
  device.sm->count = sms;
  device.context_switch = Millis{0.05};
  if (sms == kA100) {
    test::make_a100(device);
  }
  return device;
}

/// A kernel that takes 10 ms alone.
Instance lone_kernel(const Device& device, const KernelShape& shape) {
  Task task;
  task.name = "k";
  task.kernel = KernelSpec{.work = shape, .mark = {}};
  Instance instance = resolve(Workload{.name = "w", .file = "w.yaml", .tasks = {task}}, device);
  prepare_sharing(instance, device);
  return instance;
}

KernelShape shape_of(std::int64_t ctas, std::int64_t threads, Category category) {
  return {.time = Millis{10}, .ctas = ctas, .cta = {.threads = threads, .registers = 32}, .category = category};
}

/// The second number of CTAs on each of the first number of SMs, from the first on.
share::Controller start_part(const Instance& /*instance*/, const Share& share) {
  const auto sms = static_cast<std::uint32_t>(share.settings.all()[0]);
  const auto ctas = static_cast<std::uint32_t>(share.settings.all()[1]);
  return [sms, ctas](const share::Observation& seen) {
    share::Decision decision;
    for (const std::uint32_t task : seen.ready) {
      decision.allocations.push_back({task, {{.first = 0, .sms = sms, .ctas = ctas}}});
    }
    return decision;
  };
}

double on_part(const Instance& instance, std::int64_t sms, std::int64_t ctas) {
  Plan plan{.order = {0}, .submission = Submission::streams};
  plan.share =
      test::share_by_hand("part", {static_cast<double>(sms), static_cast<double>(ctas)}, {.form = KernelForm::plain});
  plan.share->start = start_part;
  return timeline(instance, plan).makespan.count();
}

double by_policy(const Policy& policy, const Instance& instance) {
  const Planned planned = policy.plan(instance, {});
  const Timeline found = timeline(instance, planned.plan);
  check_timeline(Fleet{.devices = {instance}, .names = {"gpu"}}, planned.plan, found, Objective::makespan);
  EXPECT_LE(sharing_metrics(instance, found)->stp, 1 + kRounding) << policy.name;
  return found.makespan.count();
}

TEST(LastRound, OneCtaMoreThanFitTakesNoPolicyLessThanAlone) {
  const Instance instance = lone_kernel(chip_of(kA100), shape_of(865, 256, Category::memory_bound));
  EXPECT_NEAR(shared_lower_bound(instance, Objective::makespan).count(), 10, 10 * kRounding);
  for (const Policy& policy : share::policies()) {
    if (policy.sharing->starts_from.empty()) {
      EXPECT_GE(by_policy(policy, instance), 10 - 1e-8) << policy.name;
      if (policy.name != "mig" && policy.name != "slicing") {  // which have fewer SMs, and launch more than once
        EXPECT_NEAR(by_policy(policy, instance), 10, 1e-8) << policy.name;
      }
    }
  }
}

/// Rates that never fall short are a CTA's, so that rounds last equally long; those of which half is enough lose
/// nothing by a last round.
TEST(LastRound, LastsAsLongAsItsKernelNeedsItsCtas) {
  const Instance computes = lone_kernel(chip_of(4), shape_of(33, 256, Category::compute_bound));  // 32 fit
  EXPECT_NEAR(on_part(computes, 4, 8), 10, 1e-8);
  EXPECT_NEAR(on_part(computes, 4, 4) / 10, 1.5, 0.03);  // three rounds for two
  const Instance moves = lone_kernel(chip_of(4), shape_of(33, 256, Category::memory_bound));
  EXPECT_NEAR(on_part(moves, 4, 8), 10, 1e-8);
  EXPECT_NEAR(on_part(moves, 4, 5) / 10, 1, 0.03);
}

TEST(LastRound, KernelsThatNeverWaitLeaveTheRoomThatTheyDoNotNeed) {
  const Instance instance = lone_kernel(chip_of(4), shape_of(48, 256, Category::compute_bound));  // 32 fit
  Plan plan{.order = {0}, .submission = Submission::streams, .share = test::whole_gpu_share()};
  const Timeline found = timeline(instance, plan);
  double last_room = 0;
  for (const Residency& held : found.residencies) {
    last_room += held.end == found.makespan ? held.sms * held.ctas_per_sm : 0;
  }
  EXPECT_EQ(last_room, 16);
}

rc::Gen<Instance> any_lone_kernel() {
  return rc::gen::exec([] {
    const std::int64_t sms = *rc::gen::element<std::int64_t>(1, 2, 3, 5, 8, 15, 28, kA100, 132);
    const std::int64_t threads = 32 * *rc::gen::inRange<std::int64_t>(1, 33);
    const std::int64_t most = sms * std::min<std::int64_t>(32, 2048 / threads);
    const std::int64_t ctas = *rc::gen::oneOf(
        rc::gen::inRange<std::int64_t>(1, 3 * most + 1),
        rc::gen::map(rc::gen::inRange<std::int64_t>(1, 5), [most](std::int64_t rounds) { return rounds * most + 1; }),
        rc::gen::map(rc::gen::inRange<std::int64_t>(1, 2000),
                     [most](std::int64_t many) { return many * most + many; }));
    const Category category = *rc::gen::element(Category::memory_bound, Category::compute_bound);
    return lone_kernel(chip_of(sms), shape_of(ctas, threads, category));
  });
}

// An instant, 1e-9 of the clock, may be longer than a few CTAs of a last round at the rate of the full round before it.
TEST(LastRound, IsAsLongLateAsAtFirst) {
  EXPECT_TRUE(test::holds("a late kernel", 200, [] {
    Instance instance = *any_lone_kernel();
    const double release = std::pow(10.0, *rc::gen::inRange(0, 81) * 0.1);
    instance.jobs[0].release = Millis{release};
    const Plan plan =
        test::planned_by(*rc::gen::elementOf(std::vector<std::string>{"leftover", "smk", "sequential", "srt"}),
                         instance)
            .plan;
    for (const Timeline& late : {staggered_timeline(instance, plan), wave_timeline(instance, plan)}) {
      RC_ASSERT(std::abs(late.makespan.count() - release - 10) <= 1e-8 + 3 * kTieTolerance * release);
      check_timeline(Fleet{.devices = {instance}, .names = {"gpu"}}, plan, late, Objective::makespan);
    }
  }));
}

TEST(LastRound, NoPolicyMakesAKernelFasterThanAlone) {
  EXPECT_TRUE(test::holds("a lone kernel", 200, [] {
    const Instance instance = *any_lone_kernel();
    RC_ASSERT(std::abs(least_shared_time(instance, 0).count() - 10) <= 1e-8);
    for (const Policy& policy : share::policies()) {
      if (policy.sharing->starts_from.empty() && (!policy.sharing->needs_mig || !instance.chip->mig.profiles.empty())) {
        const double takes = by_policy(policy, instance);
        const bool all = policy.name == "leftover" || policy.name == "sequential" || policy.name == "timeslice" ||
                         policy.name == "mps";
        RC_LOG() << policy.name << ": " << takes - 10 << '\n';
        RC_ASSERT(takes >= 10 - 1e-8);
        RC_ASSERT(!all || takes <= 10 + 1e-8);
      }
    }
  }));
}

TEST(LastRound, NoKernelEndsSoonerWithFewerSmsOrCtas) {
  EXPECT_TRUE(test::holds("parts of a GPU", 200, [] {
    const Instance instance = *any_lone_kernel();
    const std::int64_t all_sms = instance.chip->sm.count;
    const std::int64_t all_ctas = kernel_on_sms(instance, 0, KernelForm::plain).per_sm;
    const std::int64_t sms = *rc::gen::inRange<std::int64_t>(1, all_sms + 1);
    const std::int64_t ctas = *rc::gen::inRange<std::int64_t>(1, all_ctas + 1);
    const double takes = on_part(instance, sms, ctas);
    RC_LOG() << "SMs " << sms << " of " << all_sms << ", CTAs " << ctas << " of " << all_ctas << ", "
             << kernel_on_sms(instance, 0, KernelForm::plain).subtasks << ": " << takes << '\n';
    RC_ASSERT(takes >= 10 - 1e-8);
    RC_ASSERT(takes >= on_part(instance, std::min(sms + 1, all_sms), ctas) - 1e-8);
    RC_ASSERT(takes >= on_part(instance, sms, std::min(ctas + 1, all_ctas)) - 1e-8);
  }));
}

}  // namespace
}  // namespace warpshop::evaluate
