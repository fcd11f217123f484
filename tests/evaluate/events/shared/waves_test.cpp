// Kernels that share the SMs in waves, as those of many tasks do, against the simulation that follows every CTA.
#include "sim/evaluate/events/shared/waves.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/evaluate/check_timeline.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/events/shared/shared_simulation.hpp"
#include "sim/evaluate/rates/kernel_on_sms.hpp"
#include "sim/evaluate/rates/kernel_rates.hpp"
#include "sim/evaluate/shared_pieces.hpp"
#include "sim/model/fleet.hpp"
#include "sim/share/mechanisms.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::evaluate {
namespace {

constexpr double kWaveRounding = 1e-9;  // also of the time that has passed, whatever the kernel takes: see Instant

const Instance& wave_stock() {
  static const Instance prepared = [] {
    Device device = test::device_of_subtasks("titanx");
    test::make_a100(device);
    std::erase_if(device.co_run, [](const CoRunPoint& point) { return point.kernels[1] == "va"; });
    device.launch_latency = Millis{1e-4};
    for (auto& [name, kernel] : device.kernels) {
      kernel.invocation = Millis{1e-3};
      kernel.eviction = Millis{5e-3};
    }
    device.context_switch = Millis{0.02};
    std::vector<test::Grid> grids;
    for (const char* kernel : {"pf", "hst256", "va"}) {
      for (const std::int64_t subtasks : {1, 500, 3'000, 40'000}) {
        grids.push_back({kernel, subtasks});
      }
    }
    return test::grids_on(device, grids);
  }();
  return prepared;
}

Plan wave_plan(const std::string& name, const Instance& instance, const std::vector<double>& split = {}) {
  return test::planned_by(name, instance, split).plan;
}

Instance many_of(const Instance& few, std::size_t tasks) {
  Instance instance = few;
  while (instance.jobs.size() < tasks) {
    const std::size_t from = instance.jobs.size() % few.size();
    instance.jobs.push_back(few.jobs[from]);
    instance.work.push_back(few.work[from]);
    instance.link_demands.push_back(few.link_demands[from]);
  }
  return instance;
}

struct WaveCase {
  const char* policy;
  std::vector<double> split = {};
  Leaving leaving = Leaving::drain;  ///< another: how CTAs leave
};

std::ostream& operator<<(std::ostream& out, const WaveCase& which) {
  return out << which.policy;
}

/// Of makespans: means of 0.0002 … 0.0024 were seen in thousands of workloads, and 0.27 in one.
constexpr double kMeanDifference = 0.01;
constexpr double kLargestDifference = 0.5;

class WavesOf : public testing::TestWithParam<WaveCase> {};

TEST_P(WavesOf, DoAllWorkAndEndAboutWhereEveryCtaByItselfWould) {
  double all = 0;
  double worst = 0;
  int cases = 0;
  const int most = GetParam().leaving == Leaving::drain ? 200 : 50;
  EXPECT_TRUE(test::holds(GetParam().policy, most, [&] {
    test::SharingDemands demands = *test::any_sharing_demands();
    demands.opaque = demands.opaque && !find_in(share::policies(), GetParam().policy)->sharing->needs_shapes;
    const Instance instance = *test::tasks_of(wave_stock(), 12, demands);
    Plan plan = wave_plan(GetParam().policy, instance, GetParam().split);
    if (GetParam().leaving != Leaving::drain) {
      static_cast<Mechanism&>(*plan.share) = share::preempting(*plan.share, GetParam().leaving);
    }
    const Timeline waves = wave_timeline(instance, plan);
    check_timeline({.devices = {instance}}, plan, waves, Objective::makespan);  // whose work is done, and fits
    const double off = waves.makespan / staggered_timeline(instance, plan).makespan - 1;
    all += std::abs(off);
    worst = std::max(worst, std::abs(off));
    ++cases;
  }));
  // one of them may be as far off as any: of few workloads that is much
  EXPECT_LT(all / cases, kMeanDifference + kLargestDifference / cases);
  EXPECT_LT(worst, kLargestDifference);
}

INSTANTIATE_TEST_SUITE_P(Policies, WavesOf,
                         testing::Values(WaveCase{"leftover"}, WaveCase{"mps", {70}}, WaveCase{"timeslice"},
                                         WaveCase{"mig"}, WaveCase{"spart"}, WaveCase{"smk"}, WaveCase{"smt"},
                                         WaveCase{"slicing"}, WaveCase{"flexsched"}, WaveCase{"hsm-fair"},
                                         WaveCase{"spart", {}, Leaving::flush}, WaveCase{"smk-od", {}, Leaving::flush},
                                         WaveCase{"srt", {}, Leaving::flush}));

TEST(Waves, AKernelAloneIsWhatEveryCtaByItselfIs) {
  for (std::uint32_t task = 0; task < wave_stock().size(); ++task) {
    Instance instance = wave_stock();
    instance.jobs = {instance.jobs[task]};
    instance.work = {instance.work[task]};
    instance.link_demands = {instance.link_demands[task]};
    for (const char* policy : {"leftover", "spart", "timeslice"}) {
      const Plan plan = wave_plan(policy, instance);
      const Millis expected = staggered_timeline(instance, plan).makespan;
      EXPECT_NEAR(wave_timeline(instance, plan).makespan / expected, 1, kWaveRounding) << policy << " of " << task;
    }
  }
}

/// Subtasks by task that the law would do where and when kernels hold CTAs, found anew for each time between changes.
std::vector<double> done_by_law(const Instance& instance, const Plan& plan, const Timeline& timeline) {
  std::vector<double> done(instance.size());
  for (const SharedPiece& piece : shared_pieces(instance, plan, timeline)) {
    std::vector<KernelOnSms> kernels;
    for (const SharedPiece::Part& part : piece.parts) {
      kernels.push_back(kernel_on_sms(instance, timeline.residencies[part.residency].task, plan.share->form));
    }
    std::vector<WorkingCtas> works;
    for (const SharedPiece::Part& part : piece.parts) {
      const Residency& held = timeline.residencies[part.residency];
      works.push_back({.kernel = &kernels[works.size()],
                       .launch = held.task,
                       .on = {.first = held.first_sm, .sms = held.sms, .ctas = held.ctas_per_sm}});
    }
    KernelRates(instance, *plan.share).set(works);
    for (const WorkingCtas& each : works) {
      done[each.launch] += each.rate * (piece.to - piece.from).count();
    }
  }
  return done;
}

Millis time_held(const Timeline& timeline, std::uint32_t task) {
  Millis held{0};
  for (const Residency& each : timeline.residencies) {
    held += each.task == task ? each.end - each.start : Millis{0};
  }
  return held;
}

/// Whoever was there before. Short last rounds alone may take longer than by the law, see last_round.hpp.
TEST(Waves, WorkAsFastAsTheLawSays) {
  Instance stock = wave_stock();
  stock.chip->launch_latency = Millis{0};
  for (NamedKernel& kernel : stock.kernels) {
    kernel.model.invocation = Millis{0};
  }
  constexpr double kLonger = 0.05;
  EXPECT_TRUE(rc::check("rates in waves", [&] {
    const Instance instance = *test::tasks_of(stock, 12, {.releases = true, .opaque = true});
    for (const WaveCase& each : {WaveCase{"leftover"}, WaveCase{"mps", {40}}, WaveCase{"mig"}}) {
      const Plan plan = wave_plan(each.policy, instance, each.split);
      const Timeline waves = wave_timeline(instance, plan);
      const std::vector<double> done = done_by_law(instance, plan, waves);
      for (std::uint32_t task = 0; task < instance.size(); ++task) {
        const auto subtasks = static_cast<double>(kernel_on_sms(instance, task, plan.share->form).subtasks);
        if (instance.jobs[task].kernel > Millis{0}) {
          const double passed = waves.makespan / time_held(waves, task);
          RC_ASSERT(done[task] > subtasks * (1 - kWaveRounding * (1 + passed)));
          RC_ASSERT(done[task] < subtasks * (1 + kLonger));
        }
      }
    }
  }));
}

TEST(Waves, AreWhatPlansOfManyTasksCost) {
  const Instance instance = many_of(wave_stock(), kMostStaggered + 1);
  for (const char* policy : {"leftover", "timeslice", "flexsched"}) {
    const Plan plan = wave_plan(policy, instance);
    const Timeline waves = timeline(instance, plan);
    check_timeline({.devices = {instance}}, plan, waves, Objective::makespan);
    EXPECT_EQ(waves.makespan, wave_timeline(instance, plan).makespan);
    EXPECT_EQ(makespan(instance, plan), waves.makespan) << policy;
  }
  const Instance few = many_of(wave_stock(), kMostStaggered);
  const Plan plan = wave_plan("smk", few);
  EXPECT_EQ(makespan(few, plan), staggered_timeline(few, plan).makespan);
}

/// Whatever is asked for: as many tasks go through as there are, of which each is as long as the one before.
TEST(Waves, AChainTakesTheSameForEachOfItsTasks) {
  Instance instance = many_of(wave_stock(), 20'000);
  for (std::uint32_t task = 1; task < instance.size(); ++task) {
    instance.precedence.push_back({.before = task - 1, .after = task});
  }
  Instance few = many_of(wave_stock(), 12);
  few.precedence.assign(instance.precedence.begin(), instance.precedence.begin() + 11);
  for (const char* policy : {"leftover", "spart"}) {
    const Millis once = makespan(few, wave_plan(policy, few));
    EXPECT_NEAR(makespan(instance, wave_plan(policy, instance)) / once, 20'000.0 / 12, 1) << policy;
  }
}

}  // namespace
}  // namespace warpshop::evaluate
