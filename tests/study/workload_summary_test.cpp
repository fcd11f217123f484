#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/study/all_policies.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/sweep/common_policies.hpp"
#include "sim/study/sweep/point_maker.hpp"
#include "sim/study/sweep/workload_cell.hpp"
#include "tests/study/fast_engine.hpp"
#include "tests/support/reference.hpp"

namespace warpshop::study {
namespace {

/// Of which the last one alone has kernels that can share Titan X.
std::vector<Workload> some_workloads() {
  return {test::shipped_workload("four-tasks.yaml"), test::shipped_workload("llm-kv-cache.yaml"),
          test::shipped_workload("co-execution/described-kernels.yaml")};
}

CommonPolicies common_of(const std::vector<std::string>& names, const std::vector<Workload>& workloads,
                         const Device& device) {
  CommonPolicies common;
  for (const Workload& workload : workloads) {
    common.add(workload.name, choose_policies(names, workload, Objective::makespan, std::span(&device, 1)));
  }
  return common;
}

std::vector<std::string> names_of(const CommonPolicies& common) {
  std::vector<std::string> names;
  for (const NamedPolicy& named : common.chosen()) {
    names.push_back(named.name());
  }
  return names;
}

TEST(CommonPolicies, AreThoseOfEveryWorkloadInAnyOrder) {
  const Device device = files::find_device("titanx");
  std::vector<Workload> workloads = some_workloads();
  const std::vector<std::string> expected{"neh-gpu", "neh-gpu-fast", "ig",      "gated", "neh",    "lots",
                                          "sq",      "si",           "johnson", "fifo",  "random", "hyperq"};
  EXPECT_EQ(names_of(common_of({"all"}, workloads, device)), expected);
  std::reverse(workloads.begin(), workloads.end());
  EXPECT_EQ(names_of(common_of({"all"}, workloads, device)), expected);
}

TEST(CommonPolicies, ABaselineThatStandsInForSearchesIsNotLeftOut) {
  const Device device = files::find_device("titanx");
  std::vector<Workload> workloads = some_workloads();
  workloads[0].tasks.front().count = 5000;
  const CommonPolicies common = common_of({kDefaultPolicies}, workloads, device);
  EXPECT_EQ(names_of(common), (std::vector<std::string>{"fifo", "hyperq"}));
  for (const LeftOutOfAll& each : common.left_out()) {
    EXPECT_TRUE(each.policy.limit || find_policy(each.policy.policy).sharing) << each.policy.reason;
  }
}

TEST(CommonPolicies, SayWhichWorkloadIsInTheWayOfWhich) {
  const Device device = files::find_device("titanx");
  const CommonPolicies common = common_of({"all"}, some_workloads(), device);
  ASSERT_GE(common.left_out().size(), 2U);
  EXPECT_EQ(common.left_out().front().policy.policy, "best");
  EXPECT_EQ(common.left_out().front().policy.limit, 10U);
  EXPECT_TRUE(common.left_out().front().policy.can_be_named);
  EXPECT_EQ(common.left_out().front().workload, "LLM key-value cache");
  for (std::size_t i = 1; i < common.left_out().size(); ++i) {
    EXPECT_EQ(common.left_out()[i].workload, "four tasks") << common.left_out()[i].policy.policy;
  }
}

/// What is held against the costs of each workload, hyperq too, is what `compare` says of it.
TEST(WorkloadCell, AgreesWithCompareOnEveryWorkload) {
  const Device device = files::find_device("titanx");
  const std::vector<Workload> workloads = some_workloads();
  const CommonPolicies common = common_of({"fifo", "neh", "neh-gpu"}, workloads, device);
  const WorkloadCell cell = workload_cell(workloads, std::span(&device, 1), common.chosen());
  EXPECT_TRUE(cell.sharing);
  const SweepSettings settings{
      .engine = test::fast_engine(), .policies = common.chosen(), .options = {}, .sharing = cell.sharing};
  for (std::size_t set = 0; set < workloads.size(); ++set) {
    const SweepPoint point = sweep_point(cell.each()(set), set, Objective::makespan, settings);
    Problem problem = make_problem(workloads[set], device);
    prepare_sharing(problem, std::span(&device, 1));
    const auto policies = choose_policies({"fifo", "neh", "neh-gpu", "hyperq"}, workloads[set], Objective::makespan,
                                          std::span(&device, 1));
    const Comparison comparison =
        compare(problem, policies.chosen, {.device = "titanx", .engine = test::fast_engine(), .options = {}},
                [](const auto& /*text*/) {});
    for (const PolicyResult& result : comparison.results) {
      const auto at = std::find_if(common.chosen().begin(), common.chosen().end(),
                                   [&](const NamedPolicy& named) { return named.name() == result.policy; });
      const Millis cost = at == common.chosen().end()
                              ? point.baselines[index(Baseline::hyperq)]
                              : point.costs[static_cast<std::size_t>(at - common.chosen().begin())].cost;
      EXPECT_EQ(cost, result.cost) << workloads[set].name << ' ' << result.policy;
    }
  }
}

}  // namespace
}  // namespace warpshop::study
