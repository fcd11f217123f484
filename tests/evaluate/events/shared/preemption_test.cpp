// One kernel that is told to leave and to come back, by hand: what it costs to drain, to save and to flush its CTAs.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/check_timeline.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/events/shared/shared_simulation.hpp"
#include "sim/evaluate/rates/cta_context.hpp"
#include "sim/model/fleet.hpp"
#include "sim/share/sm_split.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::evaluate {
namespace {

constexpr double kBandwidth = 30e9;

/// Thirty-two subtasks: one for each CTA that four SMs hold.
Instance one_wave(std::int64_t subtasks = 32) {
  Device device = test::device_of_subtasks("cycle-volta");
  device.sm->count = 4;
  device.launch_latency = Millis{0};
  device.memory_bandwidth = BytesPerSecond{kBandwidth};
  device.co_run.clear();
  for (auto& [name, kernel] : device.kernels) {
    kernel.invocation = kernel.eviction = Millis{0};
  }
  Instance instance = test::grids_on(device, {{"fma", subtasks}});
  instance.work[0].length *= 1000;  // long against what it takes to move a context
  instance.jobs[0].kernel *= 1000;
  return instance;
}

/// All SMs, nothing from one time on, all again from another.
share::Controller away(const Instance& instance, const Share& share) {
  const Millis leaves{share.settings.numbers("numbers")[0]};
  const Millis returns{share.settings.numbers("numbers")[1]};
  return [&instance, leaves, returns](const share::Observation& seen) {
    share::Decision decision;
    const bool is_away = leaves <= seen.now && seen.now < returns;
    if (!seen.ready.empty() || !seen.running.empty()) {
      decision.allocations.emplace_back(0, is_away ? Allocation{} : everything(instance));
    }
    decision.wake_at = seen.now < leaves ? leaves : seen.now < returns ? returns : share::kNoWake;
    return decision;
  };
}

Plan plan_away(const Instance& instance, Leaving leaving, double leaves, double returns) {
  Plan plan = test::planned_by("leftover", instance).plan;
  plan.share = test::share_by_hand("away", {leaves, returns}, {.grants = Grant::gpu, .form = KernelForm::plain});
  plan.share->leaving = leaving;
  plan.share->start = away;
  return plan;
}

double lost(const Timeline& timeline) {
  double lost = 0;
  for (const Residency& held : timeline.residencies) {
    lost += held.lost;
  }
  return lost;
}

class Preemption : public testing::TestWithParam<bool> {
 protected:
  Timeline timeline(Leaving leaving, double leaves, double returns) {
    const Plan plan = plan_away(instance_, leaving, leaves, returns);
    Timeline found = GetParam() ? staggered_timeline(instance_, plan) : wave_timeline(instance_, plan);
    check_timeline({.devices = {instance_}, .names = {"gpu"}}, plan, found, Objective::makespan);
    return found;
  }
  Instance instance_ = one_wave();
  double alone_ = timeline(Leaving::drain, 1e9, 2e9).makespan.count();
};

TEST_P(Preemption, DrainedCtasEndTheirSubtasks) {
  EXPECT_NEAR(timeline(Leaving::drain, 0.5 * alone_, 3 * alone_).makespan.count(), alone_, 1e-9 * alone_);
}

TEST_P(Preemption, SavedOnesGoOnOnceTheirContextsAreBack) {
  if (!GetParam()) {
    EXPECT_THROW(timeline(Leaving::save, 0.5 * alone_, 3 * alone_), std::logic_error) << "in step none is saved";
    return;
  }
  const Timeline saved = timeline(Leaving::save, 0.5 * alone_, 3 * alone_);
  const double moved = 32.0 * 4 * 256 * 32 / kBandwidth * 1e3;
  const double back = saved.makespan.count() - 3 * alone_ - 0.5 * alone_;
  EXPECT_GT(back, moved);
  EXPECT_LT(back, 1.02 * moved);
  EXPECT_EQ(lost(saved), 0);
  const auto leaves = std::max_element(
      saved.residencies.begin(), saved.residencies.end(), [this](const Residency& one, const Residency& other) {
        const auto end = [this](const Residency& held) { return held.end.count() < 3 * alone_ ? held.end.count() : 0; };
        return end(one) < end(other);
      });
  EXPECT_NEAR(leaves->end.count(), 0.5 * alone_ + back, 1e-6 * alone_);
}

TEST_P(Preemption, FlushedOnesBeginAnew) {
  const Timeline flushed = timeline(Leaving::flush, 0.25 * alone_, 3 * alone_);
  EXPECT_NEAR(flushed.makespan.count(), 4 * alone_, 1e-9 * alone_);
  EXPECT_NEAR(lost(flushed), 8, 1e-6);
}

/// Told to come back before all is in memory, they find room where they were only then.
TEST_P(Preemption, AContextThatMovesHoldsItsRoom) {
  if (!GetParam()) {
    return;
  }
  const double moved = 32.0 * 4 * 256 * 32 / kBandwidth * 1e3;
  const double back = 0.5 * alone_ + 0.1 * moved;
  const double end = timeline(Leaving::save, 0.5 * alone_, back).makespan.count();
  EXPECT_GT(end, alone_ + 2 * moved);
  EXPECT_LT(end, alone_ + 2.04 * moved);
}

INSTANTIATE_TEST_SUITE_P(Engines, Preemption, testing::Bool(),
                         [](const auto& each) { return each.param ? "staggered" : "waves"; });

/// Eight CTAs on the first SM and two on the second, slower and faster than the mean; all stand still from a quarter of
/// its time alone on, then those of one SM are flushed, and it goes on.
share::Controller still_then_flushed(const Instance& /*instance*/, const Share& share) {
  const double alone = share.settings.numbers("numbers")[0];
  const auto stays = static_cast<std::uint32_t>(share.settings.numbers("numbers")[1]);
  return [alone, stays](const share::Observation& seen) {
    const SmRange eight{.first = 0, .sms = 1, .ctas = 8};
    const SmRange two{.first = 1, .sms = 1, .ctas = 2};
    share::Decision decision;
    const bool is_over = seen.ready.empty() && seen.running.empty();
    const bool begins = seen.now < Millis{0.25 * alone};
    const bool flushes = seen.now >= Millis{0.5 * alone};
    if (!is_over) {
      decision.allocations.emplace_back(0, flushes ? Allocation{stays == 0 ? eight : two} : Allocation{eight, two});
    }
    if (!is_over && !begins) {
      const double subtasks = flushes ? share::kUnlimited : 0;
      decision.allowances.push_back({0, {.first = 0, .sms = 4, .subtasks = subtasks}});
    }
    decision.wake_at = begins ? Millis{0.25 * alone} : flushes ? share::kNoWake : Millis{0.5 * alone};
    return decision;
  };
}

/// No part of the last subtasks, which CTAs do together, is lost with those that stand still.
TEST(Preemption, OfLastSubtasksThatStandStillLosesTheirPart) {
  const Instance instance = one_wave(10);
  const double alone = wave_timeline(instance, test::planned_by("leftover", instance).plan).makespan.count();
  for (const double stays : {0.0, 1.0}) {
    Plan plan = test::planned_by("leftover", instance).plan;
    plan.share = test::share_by_hand("still", {alone, stays}, {.grants = Grant::gpu, .form = KernelForm::plain});
    plan.share->leaving = Leaving::flush;
    plan.share->start = still_then_flushed;
    for (const Timeline& timeline : {staggered_timeline(instance, plan), wave_timeline(instance, plan)}) {
      EXPECT_NO_THROW(check_timeline({.devices = {instance}, .names = {"gpu"}}, plan, timeline, Objective::makespan));
      EXPECT_GT(lost(timeline), 0.1);
    }
  }
}

/// A policy that takes a kernel away before its context is back gets nowhere, and says so.
share::Controller restless(const Instance& instance, const Share& /*share*/) {
  return [&instance](const share::Observation& seen) {
    share::Decision decision;
    for (const share::Running& kernel : seen.running) {
      decision.allocations.emplace_back(kernel.task, kernel.asked.empty() ? everything(instance) : Allocation{});
    }
    for (const std::uint32_t task : seen.ready) {
      decision.allocations.emplace_back(task, everything(instance));
    }
    decision.wake_at = seen.now + Millis{1e-3};
    return decision;
  };
}

TEST(Preemption, InVainForEverIsAnError) {
  const Instance instance = one_wave();
  for (const Leaving leaving : {Leaving::save, Leaving::flush}) {
    Plan plan = plan_away(instance, leaving, 1, 2);
    plan.share->start = restless;
    EXPECT_THROW(shared_timeline(instance, plan), std::runtime_error);
    if (leaving == Leaving::flush) {
      EXPECT_THROW(wave_timeline(instance, plan), std::runtime_error);
    }
  }
}

}  // namespace
}  // namespace warpshop::evaluate
