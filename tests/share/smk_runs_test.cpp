// Runs of kernels on SMs that are split between them.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/events/shared/shared_simulation.hpp"
#include "sim/evaluate/rates/kernel_rates.hpp"
#include "sim/model/sm_room.hpp"
#include "sim/share/dominant_shares.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::share {
namespace {

constexpr std::uint32_t kSmkSms = 28;

/// What a task's CTAs on an SM are while both of two tasks are there, of the longest such time.
std::uint32_t ctas_beside(const Timeline& timeline, std::uint32_t task) {
  std::uint32_t ctas = 0;
  Millis longest{0};
  for (const Residency& held : timeline.residencies) {
    if (held.task == task && held.end - held.start > longest) {
      longest = held.end - held.start;
      ctas = held.ctas_per_sm;
    }
  }
  return ctas;
}

TEST(SmkRuns, APartitionIsOnEverySmWhileBothAreThere) {
  const Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 400'000}, {"mm", 40'000}});
  const Plan plan = test::planned_by("smk-p", instance).plan;
  const Timeline timeline = evaluate::staggered_timeline(instance, plan);
  std::vector<SharingKernel> kernels;
  for (std::uint32_t task = 0; task < 2; ++task) {
    const auto kernel = evaluate::kernel_on_sms(instance, task, KernelForm::plain);
    kernels.push_back({.cta = kernel.cta, .per_sm = kernel.per_sm});
  }
  const std::vector<std::uint32_t> split = resource_partition(resources_of(instance.chip->sm), kernels);
  EXPECT_EQ((std::vector<std::uint32_t>{ctas_beside(timeline, 0), ctas_beside(timeline, 1)}), split);
}

TEST(SmkRuns, WithCycleQuotasKernelsIssueInTheirRatio) {
  const Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 400'000}, {"mm", 40'000}});
  const Plan plan = test::planned_by("smk-pw", instance, {2, 0.05}).plan;
  std::array<double, 2> demand{};
  std::vector<IssueUse> use;
  for (std::uint32_t task = 0; task < 2; ++task) {
    const auto kernel = evaluate::kernel_on_sms(instance, task, KernelForm::plain);
    evaluate::KernelRates rates(instance);
    std::vector<evaluate::WorkingCtas> all{
        {.kernel = &kernel, .launch = 0, .on = {.first = 0, .sms = kSmkSms, .ctas = kernel.per_sm}}};
    rates.set_with_loads(all);
    demand[task] = all[0].busy[index(SharedResource::issue)] / all[0].rate;
    use.push_back({.alone = all[0].busy[index(SharedResource::issue)] / kSmkSms,
                   .ctas = static_cast<double>(ctas_beside(evaluate::staggered_timeline(instance, plan), task)),
                   .most_ctas = static_cast<double>(kernel.per_sm)});
  }
  const std::vector<double> quotas = cycle_quotas(use);
  const Timeline timeline = evaluate::staggered_timeline(instance, plan);
  // Until the first of them has nobody left to take subtasks for.
  Millis until = timeline.makespan;
  for (const Interval& interval : timeline.intervals) {
    until = std::min(until, interval.end);
  }
  std::array<double, 2> issued{};
  for (const Residency& held : timeline.residencies) {
    if (held.end <= until) {
      issued[held.task] += held.subtasks * demand[held.task];
    }
  }
  EXPECT_NEAR(issued[0] / issued[1], quotas[0] / quotas[1], 0.03 * quotas[0] / quotas[1]);
}

/// Until the first of two kernels ends, one epoch after the other: each does its quota, and the faster one waits.
struct SlowCycleQuotas {
  std::array<double, 2> subtasks{}, quotas{};     ///< of one SM; an epoch's
  std::array<double, 2> together{}, by_itself{};  ///< subtasks in a millisecond: both work; the other stands still

  double first_end() const {
    double time = 0;
    std::array<double, 2> rest = subtasks;
    while (true) {
      std::array<double, 2> left = quotas;
      while (left[0] > 0 || left[1] > 0) {
        std::array<double, 2> speeds = together;
        for (std::size_t task = 0; task < 2; ++task) {
          if (!(left[task] > 0)) {
            speeds = {task == 0 ? 0 : by_itself[0], task == 1 ? 0 : by_itself[1]};
          }
        }
        double step = 1e9;
        for (std::size_t task = 0; task < 2; ++task) {
          step = speeds[task] > 0 ? std::min({step, left[task] / speeds[task], rest[task] / speeds[task]}) : step;
        }
        time += step;
        for (std::size_t task = 0; task < 2; ++task) {
          rest[task] -= step * speeds[task];
          left[task] = left[task] - step * speeds[task] < 1e-9 * quotas[task] ? 0 : left[task] - step * speeds[task];
          if (rest[task] < 1e-9 * subtasks[task]) {
            return time;
          }
        }
      }
    }
  }
};

TEST(SmkRuns, EpochsThatAreDealtTogetherAreAsOneAfterTheOther) {
  const Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 400'000}, {"mm", 40'000}});
  std::vector<evaluate::KernelOnSms> kernels;
  std::vector<SharingKernel> sharing;
  std::vector<IssueUse> use;
  SlowCycleQuotas slow;
  std::array<double, 2> demand{};
  for (std::uint32_t task = 0; task < 2; ++task) {
    kernels.push_back(evaluate::kernel_on_sms(instance, task, KernelForm::plain));
    sharing.push_back({.cta = kernels[task].cta, .per_sm = kernels[task].per_sm});
    slow.subtasks[task] = static_cast<double>(instance.work[task].subtasks) / kSmkSms;
  }
  const std::vector<std::uint32_t> split = resource_partition(resources_of(instance.chip->sm), sharing);
  evaluate::KernelRates rates(instance);
  for (std::uint32_t task = 0; task < 2; ++task) {
    std::vector<evaluate::WorkingCtas> all{
        {.kernel = &kernels[task], .launch = 0, .on = {.first = 0, .sms = kSmkSms, .ctas = kernels[task].per_sm}}};
    rates.set_with_loads(all);
    demand[task] = all[0].busy[index(SharedResource::issue)] / all[0].rate;
    use.push_back({.alone = all[0].busy[index(SharedResource::issue)] / kSmkSms,
                   .ctas = static_cast<double>(split[task]),
                   .most_ctas = static_cast<double>(kernels[task].per_sm)});
    for (const bool still : {false, true}) {
      std::vector<evaluate::WorkingCtas> both;
      for (std::uint32_t each = 0; each < 2; ++each) {
        both.push_back({.kernel = &kernels[each],
                        .launch = each,
                        .on = {.first = 0, .sms = kSmkSms, .ctas = split[each]},
                        .still = still && each != task});
      }
      rates.set(both);
      (still ? slow.by_itself : slow.together)[task] = both[task].rate / kSmkSms;
    }
  }
  constexpr double kEpoch = 0.00822;
  for (std::size_t task = 0; task < 2; ++task) {
    slow.quotas[task] = cycle_quotas(use)[task] * kEpoch / demand[task];
  }
  const double expected = slow.first_end();
  for (const auto engine : {evaluate::staggered_timeline, evaluate::wave_timeline}) {
    const Timeline timeline = engine(instance, test::planned_by("smk-pw", instance).plan);
    double first = timeline.makespan.count();
    for (const Interval& interval : timeline.intervals) {
      first = std::min(first, interval.end.count());
    }
    EXPECT_NEAR(first, expected, 0.01 * expected);
    EXPECT_LT(timeline.residencies.size(), 1'000U);  // of epochs there are more
    EXPECT_GT(expected / kEpoch, 500);
  }
}

TEST(SmkRuns, AKernelThatComesAsTheOneBeforeItEndsHasWhatThatHad) {
  const Instance instance = test::grids_on(test::device_of_subtasks("titanx"), {{"va", 400'000}, {"mm", 40'000}});
  for (const char* policy : {"smk-od", "smk-p", "smk-pw"}) {
    const Plan plan = test::planned_by(policy, instance).plan;
    const Controller controller = plan.share->start(instance, *plan.share);
    const std::vector<std::uint32_t> both{0, 1};
    std::vector<Allocation> had(both.size());
    const Decision first = controller({.ready = both});
    for (const auto& [task, allocation] : first.allocations) {
      had[task] = allocation;
      EXPECT_FALSE(allocation.empty()) << policy;
    }
    const Running other{.task = 1, .subtasks = 40'000, .done = 0, .asked = had[1], .held = had[1]};
    const std::vector<std::uint32_t> again{0};
    const Decision next = controller({.now = Millis{1}, .ready = again, .running = RunningKernels({other})});
    for (const auto& [task, allocation] : next.allocations) {
      EXPECT_EQ(ctas_of(allocation), ctas_of(had[task])) << policy << ", task " << task;
    }
    EXPECT_TRUE(std::any_of(next.allocations.begin(), next.allocations.end(), [](const auto& each) {
      return each.first == 0;
    })) << policy;
    const Decision alone = controller({.now = Millis{2}, .ready = again});
    ASSERT_EQ(alone.allocations.size(), 1U) << policy;
    const Decision once_more = controller({.now = Millis{3}, .ready = again});
    ASSERT_EQ(once_more.allocations.size(), 1U) << policy;
    EXPECT_EQ(once_more.allocations.front(), alone.allocations.front()) << policy;
  }
}

}  // namespace
}  // namespace warpshop::share
