// Runs of kernels on SMs that are split between them.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/events/shared/shared_simulation.hpp"
#include "sim/evaluate/rates/kernel_rates.hpp"
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

TEST(SmkRuns, OnDemandAThirdTakesRoomOfBoth) {
  const Instance instance =
      test::grids_on(test::device_of_subtasks("titanx"), {{"va", 400'000}, {"mm", 40'000}, {"pf", 40'000}});
  const Timeline timeline = evaluate::wave_timeline(instance, test::planned_by("smk-od", instance).plan);
  std::array<bool, 3> beside{};
  for (const Residency& held : timeline.residencies) {
    beside[held.task] = beside[held.task] || held.end - held.start > Millis{0.5};
  }
  EXPECT_EQ(beside, (std::array<bool, 3>{true, true, true}));
  Millis first_end = timeline.makespan;
  Millis last_start{0};
  for (const Interval& interval : timeline.intervals) {
    first_end = std::min(first_end, interval.end);
    last_start = std::max(last_start, interval.start);
  }
  EXPECT_LT(last_start, first_end);  // all three are there at once
}

}  // namespace
}  // namespace warpshop::share
