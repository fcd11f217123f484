// Ways of sharing the GPU among the policies that a user asks for.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/model/error.hpp"
#include "sim/share/share_policies.hpp"
#include "sim/study/all_policies.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/policy_name.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {
namespace {

/// So many tasks of a kernel of the profile, line 4 of shapes.yaml, and one that says only how long it takes.
Workload shapes(std::uint32_t count, bool opaque = false) {
  Workload workload{.name = "shapes", .file = "shapes.yaml", .tasks = {}};
  Task& task = workload.tasks.emplace_back();
  task.name = "a";
  task.kernel = KernelSpec{.work = KernelCall{"va", 1'000'000}, .mark = {.line = 4, .column = 9}};
  task.count = count;
  task.mark = {.line = 4, .column = 5};
  if (opaque) {
    Task& other = workload.tasks.emplace_back();
    other.name = "b";
    other.kernel = KernelSpec{.work = Millis{1}, .mark = {.line = 5, .column = 9}};
    other.mark = {.line = 5, .column = 5};
  }
  return workload;
}

std::vector<Device> titan_x(std::size_t count = 1) {
  return std::vector<Device>(count, files::find_device("titanx"));
}

std::vector<std::string> sharing_names(const PolicyChoice& choice) {
  std::vector<std::string> names;
  for (const NamedPolicy& named : choice.chosen) {
    if (named.policy->sharing) {
      names.push_back(named.name());
    }
  }
  return names;
}

std::string choice_error(const std::vector<std::string>& names, const Workload& workload,
                         const std::vector<Device>& devices, Objective objective = Objective::makespan) {
  try {
    choose_policies(names, workload, objective, devices);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ShareChoice, WhatAnOrderSharesAsIsAWayOfSharingThatTakesAnyKernel) {
  std::vector<std::string> shared;
  for (const Policy* policy : policies()) {
    if (!policy->shares_as.empty()) {
      const std::optional<Sharing>& as = find_policy(policy->shares_as).sharing;
      ASSERT_TRUE(as) << policy->name;
      EXPECT_FALSE(as->needs_shapes || as->needs_mig) << policy->name;
      EXPECT_FALSE(policy->sharing) << policy->name;
      shared.push_back(policy->name);
    }
  }
  EXPECT_EQ(shared, std::vector<std::string>{"hyperq"});
}

TEST(ShareChoice, AllHasEveryWayOfSharingThatTheChipHas) {
  std::vector<std::string> expected;
  for (const Policy& policy : share::policies()) {
    if (!policy.sharing->needs_mig && !policy.of_clients) {
      expected.push_back(policy.name);
    }
  }
  const PolicyChoice choice = choose_policies({"all"}, shapes(4), Objective::makespan, titan_x());
  EXPECT_EQ(sharing_names(choice), expected);
  EXPECT_TRUE(may_share(choice.chosen, shapes(4), titan_x()));
  EXPECT_TRUE(may_share({named_policy("hyperq")}, shapes(4), titan_x()));
  EXPECT_FALSE(may_share({named_policy("neh-gpu")}, shapes(4), titan_x()));
  EXPECT_TRUE(may_share({named_policy("hyperq")}, shapes(1), titan_x())) << "copies and one kernel may interfere";
  EXPECT_TRUE(choice.left_out.empty());  // mig least of all: no workload could change that
}

TEST(ShareChoice, DefaultHasWhatTheGpuCanBeSetTo) {
  const auto by_default = [](const std::vector<Device>& devices) {
    return sharing_names(choose_policies({kDefaultPolicies}, shapes(4), Objective::makespan, devices));
  };
  const std::vector<std::string> pascal{"joint", "smk", "smt", "leftover", "timeslice", "sequential"};
  EXPECT_EQ(by_default(titan_x()), pascal);
  std::vector<Device> devices = titan_x();
  const std::vector<std::string> with_limits{"joint", "smk", "smt", "mps", "leftover", "timeslice", "sequential"};
  devices.front().compute_capability = kMpsLimits;
  EXPECT_EQ(by_default(devices), with_limits);
  devices.front().compute_capability.reset();
  EXPECT_EQ(by_default(devices), with_limits) << "not known to have none";
  devices.front().mig = files::find_device("h100-sxm").mig;
  const std::vector<std::string> all_there_is = by_default(devices);
  EXPECT_EQ(std::count(all_there_is.begin(), all_there_is.end(), "mig"), 1);
  EXPECT_EQ(sharing_names(choose_policies({kDefaultPolicies}, shapes(1), Objective::makespan, titan_x())),
            std::vector<std::string>{});
}

TEST(ShareChoice, AllHasNoneWhereNoKernelsCouldShare) {
  const auto none = std::vector<std::string>{};
  EXPECT_EQ(sharing_names(choose_policies({"all"}, shapes(1), Objective::makespan, titan_x())), none);
  EXPECT_EQ(sharing_names(choose_policies({"all"}, shapes(4), Objective::makespan, titan_x(2))), none);
  EXPECT_EQ(sharing_names(choose_policies({"all"}, shapes(4))), none);
  std::vector<Device> without = titan_x();
  without.front().sm.reset();
  EXPECT_EQ(sharing_names(choose_policies({"all"}, shapes(4), Objective::makespan, without)), none);
}

TEST(ShareChoice, AllLeavesOutWhoNeedsShapesThatAreNotThere) {
  const PolicyChoice choice = choose_policies({"all"}, shapes(2, true), Objective::makespan, titan_x());
  for (const Policy& policy : share::policies()) {
    const auto left = std::find_if(choice.left_out.begin(), choice.left_out.end(),
                                   [&](const SkippedPolicy& skipped) { return skipped.policy == policy.name; });
    // Those of clients alone are not in `all` of a batch, and so not left out of it.
    ASSERT_EQ(left != choice.left_out.end(), policy.sharing->needs_shapes && !policy.of_clients) << policy.name;
    if (left != choice.left_out.end()) {
      EXPECT_EQ(left->reason, "policy " + policy.name +
                                  ": the kernel of task 'b' has a time but no 'ctas', expected one that says what "
                                  "its CTAs take and how it scales");
    }
  }
}

TEST(ShareChoice, AllLeavesOutWhoseLimitTheWorkloadExceeds) {
  const PolicyChoice choice = choose_policies({"all"}, shapes(65), Objective::makespan, titan_x());
  const auto left = std::find_if(choice.left_out.begin(), choice.left_out.end(),
                                 [](const SkippedPolicy& skipped) { return skipped.policy == "joint"; });
  ASSERT_NE(left, choice.left_out.end());
  EXPECT_EQ(left->limit, 64U);
  EXPECT_TRUE(left->can_be_named);
  EXPECT_EQ(sharing_names(choose_policies({"joint"}, shapes(65), Objective::makespan, titan_x())),
            std::vector<std::string>{"joint"});
}

TEST(ShareChoice, NamedOnesSayWhyTheyCannot) {
  EXPECT_EQ(sharing_names(choose_policies({"smk:4/4", "leftover"}, shapes(4), Objective::makespan, titan_x())),
            (std::vector<std::string>{"smk:4/4", "leftover"}));
  EXPECT_EQ(choice_error({"smk"}, shapes(2, true), titan_x()),
            "shapes.yaml:5:9: policy smk: the kernel of task 'b' has a time but no 'ctas', expected one that says "
            "what its CTAs take and how it scales");
  EXPECT_EQ(choice_error({"leftover"}, shapes(4), titan_x(2)),
            "shapes.yaml: policy leftover shares one GPU, expected one device");
  EXPECT_EQ(choice_error({"mig"}, shapes(4), titan_x()),
            "shapes.yaml: policy mig: no MIG instances are known of device titanx, which has 28 SMs, expected a chip "
            "that has some, such as "
            "sm: {chip: h100-sxm}");
  EXPECT_EQ(choice_error({"smt:1/2"}, shapes(4), titan_x()),
            "policy 'smt:1/2': too many numbers, expected SMs of the one");
  EXPECT_EQ(
      choice_error({"smk"}, shapes(4), {}),
      "policy smk lets kernels share the GPU, which this command does not, expected one that runs one kernel at a "
      "time");
  EXPECT_EQ(choice_error({"leftover"}, shapes(4), titan_x(), Objective::lateness),
            "shapes.yaml:4:5: no task has a due date, expected one for the objective lateness");
}

TEST(SharePlanOf, JointStartsFromTheOrderOfNehGpu) {
  Workload workload = shapes(3, true);
  workload.tasks[1].kernel = KernelSpec{.work = KernelCall{"mm", 1'000'000}, .mark = {}};
  Problem problem = make_problem(workload, titan_x());
  prepare_sharing(problem, titan_x());
  const order::Dealt dealt = order::deal(problem.fleet, {});
  const Planned joint = plan_of(named_policy("joint"), problem.fleet, dealt, {});
  EXPECT_FALSE(clearly_less(plan_of(named_policy("neh-gpu"), problem.fleet, dealt, {}).predicted, joint.predicted));
  const Planned split = plan_of(named_policy("smk:2/6"), problem.fleet, dealt, {});
  EXPECT_EQ(split.plan.share->settings.all(), (std::vector<double>{2, 6}));
}

}  // namespace
}  // namespace warpshop::study
