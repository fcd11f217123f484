// What every registered way of sharing the GPU keeps to.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/evaluate/bounds/shared_bound.hpp"
#include "sim/evaluate/check_timeline.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/events/shared/shared_simulation.hpp"
#include "sim/evaluate/hardware_queues.hpp"
#include "sim/model/fleet.hpp"
#include "sim/order/policies.hpp"
#include "sim/share/share_policies.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/instances.hpp"
#include "tests/support/sharing.hpp"

namespace warpshop::share {
namespace {

const Policy& named_in(const std::vector<Policy>& registry, const std::string& name) {
  return *std::find_if(registry.begin(), registry.end(), [&](const Policy& policy) { return policy.name == name; });
}

Planned planned_by(const std::string& name, const Instance& instance, Objective objective = Objective::makespan) {
  return named_in(policies(), name).plan(instance, {.objective = objective});
}

Planned by_neh_gpu(const Instance& instance, Objective objective) {
  return named_in(order::policies(), "neh-gpu").plan(instance, {.objective = objective});
}

/// Tasks that random instances are drawn from: kernels of both categories in sizes from a CTA to many rounds.
const std::vector<Instance>& kernel_stocks() {
  static const std::vector<Instance> stocks = [] {
    std::vector<Instance> all;
    const std::vector<std::pair<std::string, std::vector<std::string>>> chosen{
        {"titanx", {"va", "mm", "pf", "spmv", "hst256"}}, {"cycle-volta", {"fma", "vad1", "mm", "red"}}};
    for (const auto& [name, kernels] : chosen) {
      const Device device = test::device_of_subtasks(name);
      std::vector<test::Grid> grids;
      for (const std::string& kernel : kernels) {
        for (const std::int64_t subtasks : {1, 100, 3000, 40'000, 300'000}) {
          grids.push_back({kernel, subtasks});
        }
      }
      all.push_back(test::grids_on(device, grids));
    }
    // A chip with MIG, whose kernels are those of the first.
    Device big = test::device_of_subtasks("titanx");
    test::make_a100(big);
    big.context_switch = Millis{0.05};
    big.launch_latency = Millis{0.003};
    big.interference = Interference{
        .h2d_beside_kernel = 0.9, .d2h_beside_kernel = 1.02, .kernel_beside_h2d = 0.8, .kernel_beside_d2h = 1.1};
    std::erase_if(big.kernels, [](const auto& kernel) { return kernel.first != "va" && kernel.first != "pf"; });
    big.co_run.clear();
    big.probes.clear();
    all.push_back(test::grids_on(big, {{"va", 50'000}, {"va", 700}, {"pf", 50'000}, {"pf", 9'000}}));
    return all;
  }();
  return stocks;
}

/// Kernels on a chip that the policy takes.
Instance stock_for(const Policy& policy, const std::vector<test::Grid>& grids) {
  Device device = test::device_of_subtasks("titanx");
  if (policy.sharing->needs_mig) {
    test::make_a100(device);
  }
  return test::grids_on(device, grids);
}

/// Plans of orders to start from, where a policy wants them.
PlanOptions share_options(const Policy& policy, const Instance& instance, Objective objective) {
  PlanOptions options{.objective = objective};
  options.budget.evaluations = 20;
  if (!policy.sharing->starts_from.empty()) {
    options.starts.push_back(by_neh_gpu(instance, objective).plan);
  }
  return options;
}

using Held = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, Millis, Millis, double>;

std::vector<Held> rows_of(const Timeline& timeline) {
  std::vector<Held> rows;
  for (const Residency& held : timeline.residencies) {
    rows.emplace_back(held.task, held.first_sm, held.sms, held.ctas_per_sm, held.start, held.end, held.subtasks);
  }
  for (const Interval& interval : timeline.intervals) {
    rows.emplace_back(interval.task, 0, 0, static_cast<std::uint32_t>(interval.stage), interval.start, interval.end, 0);
  }
  return rows;
}

void expect_kept(const Policy& policy, const Instance& instance, Objective objective) {
  const PlanOptions options = share_options(policy, instance, objective);
  const Planned planned = policy.plan(instance, options);
  const Planned again = policy.plan(instance, options);
  RC_ASSERT(planned.plan == again.plan);
  RC_ASSERT(planned.predicted == again.predicted);
  const Timeline timeline = evaluate::timeline(instance, planned.plan);
  RC_ASSERT(rows_of(timeline) == rows_of(evaluate::timeline(instance, planned.plan)));
  evaluate::check_timeline(Fleet{.devices = {instance}, .names = {"gpu"}}, planned.plan, timeline, objective);
  RC_ASSERT(tied(planned.predicted, evaluate::cost(instance, timeline, objective)));
  const bool partitions = planned.plan.share && planned.plan.share->partitions_of_copies() > 1;
  RC_ASSERT(!clearly_less(planned.predicted, evaluate::shared_lower_bound(instance, objective, partitions)));
  Order sorted = planned.plan.order;
  std::sort(sorted.begin(), sorted.end());
  RC_ASSERT(sorted == test::order_of(instance.size()));
}

class ShareContract : public testing::TestWithParam<const Policy*> {};

TEST_P(ShareContract, KeepsTheRulesOnAnyInstance) {
  EXPECT_TRUE(test::holds(GetParam()->name, 100, [] {
    const Policy& policy = *GetParam();
    const Instance& stock = policy.sharing->needs_mig ? kernel_stocks().back() : *rc::gen::elementOf(kernel_stocks());
    test::SharingDemands demands = *test::any_sharing_demands();
    demands.opaque = demands.opaque && !policy.sharing->needs_shapes;
    const Instance instance = *test::tasks_of(stock, 12, demands);
    expect_kept(policy, instance, *rc::gen::element(Objective::makespan, Objective::weighted_completion));
  }));
}

/// The same where CTAs leave in another way: no subtask is lost or done twice but what is said to be.
TEST_P(ShareContract, KeepsTheRulesHoweverCtasLeave) {
  const Policy& policy = *GetParam();
  const bool chooses = std::any_of(policy.options.begin(), policy.options.end(),
                                   [](const PolicyOption& option) { return option.name == kPreemption; });
  if (!chooses) {
    return;
  }
  for (const double way : {1.0, 2.0}) {
    EXPECT_TRUE(test::holds(policy.name, 50, [&] {
      test::SharingDemands demands = *test::any_sharing_demands();
      demands.opaque = demands.opaque && !policy.sharing->needs_shapes;
      const Instance instance = *test::tasks_of(kernel_stocks().front(), 8, demands);
      PlanOptions options{.objective = Objective::makespan};
      options.settings = policy.settings();
      options.settings.set(kPreemption, {way});
      const bool takes_turns = std::any_of(policy.options.begin(), policy.options.end(),
                                           [](const PolicyOption& option) { return option.name == "quantum"; });
      if (takes_turns && way == 2) {  // shorter than a subtask they get nowhere, see preemption_test.cpp
        options.settings.set("quantum", {1e4});
      }
      Plan plan = policy.plan(instance, options).plan;
      RC_ASSERT((plan.share->leaving == (way == 1 ? Leaving::save : Leaving::flush)));
      const Fleet fleet{.devices = {instance}, .names = {"gpu"}};
      for (const Timeline& each : {evaluate::staggered_timeline(instance, plan), evaluate::timeline(instance, plan)}) {
        evaluate::check_timeline(fleet, plan, each, Objective::makespan);
        RC_ASSERT((way == 2 || std::all_of(each.residencies.begin(), each.residencies.end(),
                                           [](const Residency& held) { return held.lost == 0; })));
      }
    }));
  }
}

/// What a plan does with one kernel of so many subtasks, and one of another kind beside it.
TEST_P(ShareContract, CostsNoMoreResidenciesForAGridOfABillionCtas) {
  const Policy& policy = *GetParam();
  const Instance stock = stock_for(
      policy, {{"va", 1'000'000'000}, {"mm", 1'000'000'000}, {"va", 1'000'000}, {"pf", 1}, {"mm", 1'000'000'000'000}});
  const Planned planned = policy.plan(stock, share_options(policy, stock, Objective::makespan));
  const Timeline timeline = evaluate::timeline(stock, planned.plan);
  // One a slice; one each time that a kernel stands still or goes on, on each of several groups of SMs.
  const bool many = policy.name == "timeslice" || policy.name == "smk-pw";
  EXPECT_LT(timeline.residencies.size(), many ? 30'000U : 1000U);
  EXPECT_GE(timeline.residencies.size(), stock.size());
  EXPECT_NO_THROW(evaluate::check_timeline(Fleet{.devices = {stock}, .names = {"gpu"}}, planned.plan, timeline,
                                           Objective::makespan));
}

/// Kernels from nanoseconds to weeks in one workload.
TEST_P(ShareContract, TakesKernelsFromNanosecondsToWeeks) {
  const Policy& policy = *GetParam();
  const Instance stock = stock_for(policy, {{"va", 1}, {"mm", 1}, {"va", 70'000}, {"mm", 10'000}, {"pf", 500}});
  constexpr double kWeek = 7 * 24 * 3600e3;  // milliseconds
  for (const double scale : {1e-6, 1.0, 1e6, kWeek}) {
    for (const double other : {1e-6, 1.0, kWeek}) {
      Instance instance = stock;
      for (std::size_t task = 0; task < instance.size(); ++task) {
        const double longer = (task % 2 == 0 ? scale : other) / instance.jobs[task].kernel.count();
        instance.jobs[task].kernel *= longer;
        instance.work[task].length *= longer;
      }
      const Planned planned = policy.plan(instance, share_options(policy, instance, Objective::makespan));
      const Timeline timeline = evaluate::timeline(instance, planned.plan);
      EXPECT_NO_THROW(evaluate::check_timeline(Fleet{.devices = {instance}, .names = {"gpu"}}, planned.plan, timeline,
                                               Objective::makespan))
          << scale << " beside " << other << " ms";
      EXPECT_LT(timeline.residencies.size(), 30'000U) << scale << " beside " << other << " ms";
    }
  }
}

std::vector<const Policy*> ways_of_sharing() {
  std::vector<const Policy*> all;
  for (const Policy& policy : policies()) {
    all.push_back(&policy);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Registered, ShareContract, testing::ValuesIn(ways_of_sharing()), [](const auto& parameter) {
  std::string name = parameter.param->name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Joint, IsNeverWorseThanWhatItStartsFrom) {
  EXPECT_TRUE(rc::check("joint", [] {
    const Instance& stock = *rc::gen::elementOf(kernel_stocks());
    test::SharingDemands demands = *test::any_sharing_demands();
    demands.opaque = false;
    const Instance instance = *test::tasks_of(stock, 7, demands);
    const Objective objective = *rc::gen::element(Objective::makespan, Objective::weighted_completion);
    const Policy& policy = named_in(policies(), "joint");
    const Millis cost = policy.plan(instance, share_options(policy, instance, objective)).predicted;
    RC_ASSERT(!clearly_less(by_neh_gpu(instance, objective).predicted, cost));
    for (const char* other : {"flexsched", "leftover", "smk", "smt"}) {
      RC_ASSERT(!clearly_less(planned_by(other, instance, objective).predicted, cost));
    }
  }));
}

/// Whether a task's kernel holds any SM while another's does: by looking at every two residencies.
bool are_beside_each_other(const Timeline& timeline, std::uint32_t one, std::uint32_t other) {
  for (const Residency& a : timeline.residencies) {
    for (const Residency& b : timeline.residencies) {
      const Millis both = std::min(a.end, b.end) - std::max(a.start, b.start);
      if (a.task == one && b.task == other && both > 1e-9 * timeline.makespan) {
        return true;
      }
    }
  }
  return false;
}

/// Each task draws a side of one of three pairs, or none: pairs of repeats, as `count` makes them, are next to each
/// other.
std::vector<GivenPair> any_pairs(std::uint32_t tasks) {
  std::vector<GivenPair> given;
  for (std::uint32_t first = 0; first + 1 < tasks;) {
    const std::uint32_t left = tasks - first;
    const auto one = 1 + *rc::gen::inRange<std::uint32_t>(0, std::min(3U, left - 1));
    const auto other = 1 + *rc::gen::inRange<std::uint32_t>(0, std::min(3U, left - one));
    const TaskRange own{.first = first, .count = one};
    if (*rc::gen::inRange(0, 3) > 0) {
      const bool itself = one > 1 && *rc::gen::inRange(0, 3) == 0;
      given.push_back({.one = own, .other = itself ? own : TaskRange{.first = first + one, .count = other}});
    }
    first += one + other;
  }
  return given;
}

bool is_given(const std::vector<GivenPair>& pairs, std::uint32_t a, std::uint32_t b) {
  for (const GivenPair& pair : pairs) {
    for (std::uint32_t i = pair.one.first; i < pair.one.first + pair.one.count; ++i) {
      for (std::uint32_t j = pair.other.first; j < pair.other.first + pair.other.count; ++j) {
        if ((i == a && j == b) || (i == b && j == a)) {
          return true;
        }
      }
    }
  }
  return false;
}

constexpr std::array kPairingPolicies{"smk",       "smt",          "slicing", "flexsched", "flexsched-latency",
                                      "hpsm-fair", "hsm-fair-smt", "joint"};

TEST(GivenPairs, AreTheOnlyKernelsThatRunTogether) {
  EXPECT_TRUE(rc::check([] {
    const Instance& stock = *rc::gen::elementOf(kernel_stocks());
    test::SharingDemands demands = *test::any_sharing_demands();
    demands.opaque = false;
    const Instance instance = *test::tasks_of(stock, 8, demands);
    const auto tasks = static_cast<std::uint32_t>(instance.size());
    const Pairing pairing{.partner = Partner::given, .given = any_pairs(tasks)};
    for (const char* name : kPairingPolicies) {
      const Policy& policy = named_in(policies(), name);
      PlanOptions options = share_options(policy, instance, Objective::makespan);
      options.pairing = pairing;
      const Planned planned = policy.plan(instance, options);
      RC_ASSERT(planned.plan == policy.plan(instance, options).plan);
      const Timeline timeline = evaluate::timeline(instance, planned.plan);
      for (std::uint32_t one = 0; one < tasks; ++one) {
        for (std::uint32_t other = 0; other < one; ++other) {
          RC_ASSERT(!are_beside_each_other(timeline, one, other) || is_given(pairing.given, one, other));
        }
      }
    }
  }));
}

/// 0 with 2 and 1 with 3, all ready at once: each starts alone and is joined.
TEST(GivenPairs, RunTogetherThoughOthersAreReadySooner) {
  const Instance instance = test::grids_on(test::device_of_subtasks("titanx"),
                                           {{"va", 40'000}, {"pf", 40'000}, {"mm", 40'000}, {"va", 40'000}});
  PlanOptions options;
  options.pairing = {.partner = Partner::given,
                     .given = {{.one = {.first = 0, .count = 1}, .other = {.first = 2, .count = 1}},
                               {.one = {.first = 1, .count = 1}, .other = {.first = 3, .count = 1}}}};
  for (const char* name : kPairingPolicies) {
    const Timeline timeline = evaluate::timeline(instance, named_in(policies(), name).plan(instance, options).plan);
    EXPECT_TRUE(are_beside_each_other(timeline, 0, 2)) << name;
    EXPECT_TRUE(are_beside_each_other(timeline, 1, 3)) << name;
    EXPECT_FALSE(are_beside_each_other(timeline, 0, 1)) << name;
  }
}

/// Kernels that say only how long they take have the GPU to themselves.
TEST(OpaqueKernels, RunOneAtATime) {
  EXPECT_TRUE(rc::check([] {
    test::SharingDemands demands = *test::any_sharing_demands();
    demands.families = demands.opaque = false;
    Instance instance = *test::tasks_of(kernel_stocks()[0], 8, demands);  // a hardware queue each
    instance.work.assign(instance.size(), {});
    Plan one_at_a_time{.order = test::order_of(instance.size()), .submission = Submission::streams};
    const Timeline alone = evaluate::timeline(instance, one_at_a_time);
    one_at_a_time.hardware_queues = evaluate::kHardwareQueues;  // those that are ready at once go as they were issued
    const Timeline as_issued = evaluate::timeline(instance, one_at_a_time);
    const auto expect = [&](const char* name, const Timeline& expected) {
      const Planned planned = planned_by(name, instance);
      const Timeline shared = evaluate::timeline(instance, planned.plan);
      RC_ASSERT(shared.intervals.size() == expected.intervals.size());
      for (std::size_t i = 0; i < expected.intervals.size(); ++i) {
        RC_ASSERT(abs(shared.intervals[i].start - expected.intervals[i].start) <= 1e-9 * expected.makespan);
        RC_ASSERT(abs(shared.intervals[i].end - expected.intervals[i].end) <= 1e-9 * expected.makespan);
      }
    };
    expect("sequential", alone);
    expect("spart", alone);
    expect("leftover", as_issued);
    RC_ASSERT(!clearly_less(alone.makespan, planned_by("mps", instance).predicted));
  }));
}

}  // namespace
}  // namespace warpshop::share
