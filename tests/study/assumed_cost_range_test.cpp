// What nobody measured is told with the figures that rest on it, and makes no policy the best.
#include "sim/study/assumed_cost_range.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/io/json/described_json.hpp"
#include "sim/model/context_switch.hpp"
#include "sim/model/what_if.hpp"
#include "sim/study/all_policies.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/sweep/point_maker.hpp"
#include "sim/study/sweep/workload_cell.hpp"
#include "tests/study/fast_engine.hpp"
#include "tests/support/reference.hpp"

namespace warpshop::study {
namespace {

/// Two clients that are busy half of the time.
Workload two_clients() {
  return changed(test::shipped_workload("co-execution/half-busy.yaml"), {.copies = 2});
}

Comparison compared(const Workload& workload, const Device& device, const std::vector<std::string>& policies) {
  Problem problem = make_problem(workload, device);
  const std::vector<NamedPolicy> chosen =
      choose_policies(policies, workload, Objective::makespan, std::span(&device, 1)).chosen;
  if (may_share(chosen, workload, std::span(&device, 1))) {
    prepare_sharing(problem, std::span(&device, 1));
  }
  return compare(problem, chosen, {.device = device.name, .engine = test::fast_engine(), .options = {}},
                 [](const std::string& /*text*/) {});
}

const PolicyResult& result_of(const Comparison& comparison, const std::string& policy) {
  return *std::find_if(comparison.results.begin(), comparison.results.end(),
                       [&](const PolicyResult& result) { return result.policy == policy; });
}

bool assumes(const Comparison& comparison) {
  const auto& assumed = comparison.basis.assumed;
  return std::find(assumed.begin(), assumed.end(), kContextSwitchPath) != assumed.end();
}

TEST(AssumedCosts, WhatIsBestAtNeitherEndIsNotTheBest) {
  const Comparison comparison = compared(two_clients(), files::find_device("titanx"), {"timeslice", "fifo"});
  const PolicyResult& sliced = result_of(comparison, "timeslice");
  const PolicyResult& fifo = result_of(comparison, "fifo");
  ASSERT_LT(fifo.cost, sliced.cost);
  ASSERT_LT(sliced.assumed_costs->cost.low, fifo.cost);
  EXPECT_FALSE(is_best(comparison, fifo));
  EXPECT_FALSE(is_best(comparison, sliced));
}

TEST(AssumedCosts, ASweepHasThemToo) {
  const Device device = files::find_device("titanx");
  const Workload workload = two_clients();
  SweepSettings settings{
      .engine = test::fast_engine(), .policies = {named_policy("timeslice"), named_policy("fifo")}, .options = {}};
  const WorkloadCell cell =
      workload_cell(std::span(&workload, 1), std::span(&device, 1), {named_policy("timeslice"), named_policy("fifo")});
  settings.sharing = cell.sharing;
  const SweepPoint point = sweep_point(cell.each()(0), 0, Objective::makespan, settings);
  EXPECT_EQ(cell.basis.ranges,
            (std::vector<AssumedValue>{
                {.path = kContextSwitchPath, .value = kTypicalContextSwitch, .range = kContextSwitch}}));
  EXPECT_NEAR(point.costs[0].at_ends.low.count(), 16 * 0.04 + 15 * 0.005, 1e-6);
  EXPECT_NEAR(point.costs[0].at_ends.high.count(), 16 * 0.04 + 15 * 0.2, 1e-6);
  EXPECT_EQ(point.costs[1].at_ends, (AssumedRange{.low = point.costs[1].cost, .high = point.costs[1].cost}));
}

TEST(AssumedCosts, TimeSlicesAreNeverFreeAndNeverSilent) {
  const Device device = files::find_device("titanx");
  ASSERT_FALSE(device.context_switch);
  const Comparison comparison = compared(two_clients(), device, {"timeslice", "leftover"});
  EXPECT_TRUE(assumes(comparison));
  EXPECT_EQ(comparison.basis.assumed,
            (std::vector<std::string>{kContextSwitchPath, "tasks.*.memory", "tasks.*.registers", "timeslice.slice",
                                      "timeslice.patience"}));
  const PolicyResult& sliced = result_of(comparison, "timeslice");
  ASSERT_TRUE(sliced.assumed_costs);
  EXPECT_EQ(sliced.assumed_costs->switches, kContextSwitch);
  // With a patience of 60 us each has its gaps to itself. Without, kernels of 40 us in turn, a change before each but
  // the first.
  EXPECT_NEAR(sliced.makespan.count(), 2 * (8 * 0.04 + 7 * 0.04) + 2 * kTypicalContextSwitch.count(), 1e-6);
  EXPECT_NEAR(sliced.assumed_costs->makespan.low.count(), 16 * 0.04 + 15 * 0.005, 1e-6);
  EXPECT_NEAR(sliced.assumed_costs->makespan.high.count(), 16 * 0.04 + 15 * 0.2, 1e-6);
  EXPECT_FALSE(is_best(comparison, sliced));
  EXPECT_TRUE(is_best(comparison, result_of(comparison, "leftover")));
  EXPECT_FALSE(result_of(comparison, "leftover").assumed_costs);
  std::ostringstream out;
  io::print(out, format::Json{}, comparison);
  EXPECT_NE(out.str().find("\"makespan_range_ms\""), std::string::npos);
}

/// Reported for two clients without MPS: 0.62 to 1.65 times the throughput of one.
TEST(AssumedCosts, HoldWhatPublicThreadsReportOfTwoClients) {
  const Device device = files::find_device("titanx");
  const Workload one = test::shipped_workload("co-execution/half-busy.yaml");
  const Millis alone = compared(one, device, {"timeslice"}).results.front().makespan;
  const Comparison two = compared(two_clients(), device, {"timeslice"});
  const AssumedRange makespan = two.results.front().assumed_costs->makespan;
  EXPECT_NEAR(alone.count(), 0.6, 1e-6);
  EXPECT_GT(2 * alone / makespan.low, 1.65);
  EXPECT_LT(2 * alone / makespan.high, 0.62);
}

TEST(AssumedCosts, WhatTheProfileMeasuredIsNotAssumedAndWhatItGuessesIs) {
  Device device = files::find_device("titanx");
  device.context_switch = Millis{0.5};
  const Comparison known = compared(two_clients(), device, {"timeslice"});
  EXPECT_FALSE(assumes(known));
  EXPECT_FALSE(known.results.front().assumed_costs);
  device.assumed.insert(kContextSwitchPath);
  const Comparison guessed = compared(two_clients(), device, {"timeslice"});
  EXPECT_TRUE(assumes(guessed));
  EXPECT_EQ(guessed.results.front().assumed_costs->switches, (AssumedRange{Millis{0.005}, Millis{0.5}}));
}

TEST(AssumedCosts, NothingRestsOnAChangeThatIsNotMade) {
  const Comparison alone =
      compared(test::shipped_workload("co-execution/half-busy.yaml"), files::find_device("titanx"), {"timeslice"});
  EXPECT_FALSE(assumes(alone));
  EXPECT_FALSE(alone.results.front().assumed_costs);
  EXPECT_TRUE(is_best(alone, alone.results.front()));
}

TEST(AssumedCosts, AnOrderThatWinsByACheapChangeOfContextIsNotMarked) {
  Comparison comparison;
  comparison.results.resize(2);
  comparison.results[0].cost = Millis{10};
  comparison.results[0].assumed_costs = AssumedCosts{.cost = {.low = Millis{9}, .high = Millis{12}}};
  comparison.results[1].cost = Millis{11};
  EXPECT_FALSE(is_best(comparison, comparison.results[0]));
  EXPECT_FALSE(is_best(comparison, comparison.results[1]));
  comparison.results[0].assumed_costs->cost.high = Millis{11};
  EXPECT_TRUE(is_best(comparison, comparison.results[0]));
  EXPECT_FALSE(is_best(comparison, comparison.results[1]));
}

TEST(AssumedCosts, FamiliesThatNobodyMeasuredHaveTheSameRange) {
  Workload workload{.name = "families", .tasks = {}};
  for (const char* name : {"a", "b"}) {
    Task& task = workload.tasks.emplace_back();
    task.name = name;
    task.family = name;
    task.kernel = KernelSpec{.work = Millis{1}};
  }
  const Comparison comparison = compared(workload, files::find_device("k20c"), {"fifo", "hyperq"});
  EXPECT_TRUE(assumes(comparison));
  EXPECT_NEAR(result_of(comparison, "fifo").makespan.count(), 2.06, 1e-9);
  EXPECT_EQ(result_of(comparison, "fifo").assumed_costs->makespan, (AssumedRange{Millis{2.005}, Millis{2.2}}));
  EXPECT_NEAR(result_of(comparison, "hyperq").makespan.count(), 2, 1e-9) << "clients of MPS";
  EXPECT_FALSE(result_of(comparison, "hyperq").assumed_costs);
}

/// A copy in beside the one kernel that has a shape.
TEST(HyperQ, FeelsInterferenceWhereLeftoverDoes) {
  Device device = files::find_device("titanx");
  device.interference =
      Interference{.h2d_beside_kernel = 0.5, .d2h_beside_kernel = 1, .kernel_beside_h2d = 0.5, .kernel_beside_d2h = 1};
  Workload workload{.name = "interference", .tasks = {}};
  Task& a = workload.tasks.emplace_back();
  a.name = "a";
  a.kernel = KernelSpec{.work = KernelShape{.time = Millis{4},
                                            .ctas = 28,
                                            .cta = {.threads = 1024, .registers = 48},
                                            .category = Category::memory_bound}};
  Task& b = workload.tasks.emplace_back();
  b.name = "b";
  b.h2d = CopySpec{.amount = Millis{4}};
  b.kernel = KernelSpec{.work = Millis{1}};
  const Comparison comparison = compared(workload, device, {"hyperq", "leftover"});
  EXPECT_NEAR(result_of(comparison, "leftover").makespan.count(), 9, 1e-6);
  EXPECT_EQ(result_of(comparison, "hyperq").makespan, result_of(comparison, "leftover").makespan);
}

}  // namespace
}  // namespace warpshop::study
