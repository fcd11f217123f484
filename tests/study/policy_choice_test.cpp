#include "sim/study/policy_choice.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"
#include "sim/order/policies.hpp"
#include "sim/study/all_policies.hpp"

namespace warpshop::study {
namespace {

/// `count` kernels of 1 ms, line 4 of kernels.yaml.
Workload kernels(std::uint32_t count) {
  Task task;
  task.name = "a";
  task.kernel = KernelSpec{.work = Millis{1}, .mark = {}};
  task.count = count;
  task.mark = {.line = 4, .column = 5};
  return {.name = "kernels", .file = "kernels.yaml", .tasks = {task}};
}

std::vector<std::string> names_of(const std::vector<NamedPolicy>& policies) {
  std::vector<std::string> names;
  for (const NamedPolicy& named : policies) {
    names.push_back(named.name());
  }
  return names;
}

std::vector<std::string> names_of(const std::vector<SkippedPolicy>& policies) {
  std::vector<std::string> names;
  for (const SkippedPolicy& policy : policies) {
    names.push_back(policy.policy);
  }
  return names;
}

std::vector<std::string> chosen(const std::vector<std::string>& names, const Workload& workload) {
  return names_of(choose_policies(names, workload).chosen);
}

std::string error_of(const std::vector<std::string>& names, const Workload& workload,
                     Objective objective = Objective::makespan) {
  try {
    choose_policies(names, workload, objective);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// What the registry lists for a workload of that many tasks: within the limit, or beyond it.
std::vector<std::string> registered(std::size_t tasks, bool within) {
  std::vector<std::string> names;
  for (const Policy& policy : order::policies()) {
    if ((tasks <= policy.limits.in_all) == within) {
      names.push_back(policy.name);
    }
  }
  return names;
}

TEST(ChoosePolicies, AllIsEveryPolicyOfTheRegistryInItsOrder) {
  const PolicyChoice choice = choose_policies({"all"}, kernels(4));
  EXPECT_EQ(names_of(choice.chosen), registered(4, true));
  EXPECT_EQ(choice.chosen.size(), order::policies().size());
  EXPECT_TRUE(choice.left_out.empty());
}

TEST(ChoosePolicies, DefaultIsAllWithoutBaselines) {
  const PolicyChoice choice = choose_policies({kDefaultPolicies}, kernels(4));
  EXPECT_EQ(names_of(choice.chosen),
            (std::vector<std::string>{"neh-gpu", "neh-gpu-fast", "ig", "best", "gated", "fifo", "hyperq"}));
  EXPECT_TRUE(choice.left_out.empty());
  EXPECT_EQ(names_of(choose_policies({kDefaultPolicies}, kernels(11)).left_out), std::vector<std::string>{"best"});
  EXPECT_EQ(chosen({kDefaultPolicies, "si"}, kernels(11)),
            (std::vector<std::string>{"neh-gpu", "neh-gpu-fast", "ig", "gated", "si", "fifo", "hyperq"}));
  EXPECT_EQ(chosen({kDefaultPolicies, "all"}, kernels(4)), registered(4, true));
  EXPECT_EQ(chosen({"all", kDefaultPolicies}, kernels(4)), registered(4, true));
}

TEST(ChoosePolicies, DefaultIsAllBeyondTheLimitOfAllThatSearch) {
  EXPECT_EQ(chosen({kDefaultPolicies}, kernels(4096)),
            (std::vector<std::string>{"neh-gpu-fast", "ig", "fifo", "hyperq"}));
  EXPECT_EQ(chosen({kDefaultPolicies}, kernels(4097)), registered(4097, true));
  EXPECT_EQ(chosen({kDefaultPolicies}, kernels(4097)).front(), "lots");
}

TEST(ChoosePolicies, DefaultChecksTheObjectiveAsAllDoes) {
  EXPECT_EQ(error_of({kDefaultPolicies}, kernels(1), Objective::lateness),
            "kernels.yaml:4:5: no task has a due date, expected one for the objective lateness");
  EXPECT_TRUE(choose_policies({kDefaultPolicies}, kernels(2), Objective::weighted_completion).left_out.empty());
}

TEST(ChoosePolicies, AllLeavesOutWhoseLimitTheWorkloadExceeds) {
  EXPECT_EQ(chosen({"all"}, kernels(10)).size(), order::policies().size());
  for (const std::uint32_t tasks : {11U, 256U, 257U, 10'000'000U}) {
    const PolicyChoice choice = choose_policies({"all"}, kernels(tasks));
    EXPECT_EQ(names_of(choice.chosen), registered(tasks, true)) << tasks << " tasks";
    EXPECT_EQ(names_of(choice.left_out), registered(tasks, false)) << tasks << " tasks";
  }
  EXPECT_EQ(names_of(choose_policies({"all"}, kernels(11)).left_out), std::vector<std::string>{"best"});
}

TEST(ChoosePolicies, ANamedPolicyIsChosenBeyondItsLimitInAll) {
  EXPECT_EQ(chosen({"best"}, kernels(11)), std::vector<std::string>{"best"});
  const PolicyChoice choice = choose_policies({"all", "best"}, kernels(257));
  const std::vector<std::string> names = names_of(choice.chosen);
  EXPECT_EQ(std::count(names.begin(), names.end(), "best"), 1);
  std::vector<std::string> others = registered(257, false);
  others.erase(std::find(others.begin(), others.end(), "best"));
  EXPECT_EQ(names_of(choice.left_out), others);
  EXPECT_EQ(std::count(names.begin(), names.end(), "neh-gpu"), 0);
}

TEST(ChoosePolicies, NamedPoliciesComeOnceAndInTheOrderOfTheRegistry) {
  const PolicyChoice choice = choose_policies({"fifo", "neh", "best", "neh"}, kernels(4));
  EXPECT_EQ(names_of(choice.chosen), (std::vector<std::string>{"best", "neh", "fifo"}));
  EXPECT_TRUE(choice.left_out.empty());
}

TEST(ChoosePolicies, APolicyWithOtherNumbersIsAnother) {
  const std::vector<std::string> named{"random:7", "random", "fifo", "random:7"};
  EXPECT_EQ(chosen(named, kernels(4)), (std::vector<std::string>{"fifo", "random:7", "random"}));
}

TEST(ChoosePolicies, NamesWhatItDoesNotKnowAndWhatThereIs) {
  std::string known;
  for (const Policy* policy : policies()) {
    known += (known.empty() ? "" : ", ") + policy->name;
  }
  EXPECT_EQ(error_of({"all", "lifo"}, kernels(4)), "unknown policy 'lifo', expected one of: " + known);
}

TEST(ChoosePolicies, RefusesAWorkloadThatANamedPolicyCannotTake) {
  EXPECT_EQ(error_of({"neh"}, kernels(4096)), "");
  EXPECT_EQ(error_of({"neh"}, kernels(4097)),
            "kernels.yaml:4:5: this workload has 4097 tasks, policy neh expected at most 4096");
}

TEST(ChoosePolicies, LeavesOutANamedOneThatCannotTakeTheWorkloadWhereOthersCan) {
  const auto choose = [](const std::vector<std::string>& names) {
    return choose_policies(names, kernels(4097), Objective::makespan, {}, Unfit::left_out);
  };
  const PolicyChoice choice = choose({"neh", "fifo", "hyperq"});
  EXPECT_EQ(names_of(choice.chosen), (std::vector<std::string>{"fifo", "hyperq"}));
  ASSERT_EQ(choice.left_out.size(), 1U);
  EXPECT_EQ(choice.left_out[0].policy, "neh");
  EXPECT_EQ(choice.left_out[0].reason, "this workload has 4097 tasks, policy neh expected at most 4096");
  EXPECT_THROW(choose({"neh"}), InputError);
}

TEST(ChoosePolicies, RefusesFieldsThatThePolicyCannotHonour) {
  Workload workload = kernels(1);
  workload.tasks[0].footprint = Bytes{1};
  EXPECT_EQ(error_of({"fifo"}, workload), "");
  EXPECT_EQ(
      error_of({"hyperq"}, workload),
      "kernels.yaml:4:5: policy hyperq cannot honour 'footprint', which task 'a' uses, expected a workload without "
      "it");
}

TEST(ChoosePolicies, TakesDueDatesWithAnyObjective) {
  Workload workload = kernels(1);
  workload.tasks[0].due = Millis{1};
  EXPECT_EQ(chosen({"all"}, workload).size(), order::policies().size());
  for (const Objective objective : kObjectives) {
    EXPECT_EQ(error_of({"fifo"}, workload, objective), "");
    EXPECT_EQ(error_of({"all"}, workload, objective), "");
  }
}

TEST(ChoosePolicies, RefusesObjectivesThatDoNotFit) {
  EXPECT_EQ(error_of({"si"}, kernels(1), Objective::weighted_completion),
            "kernels.yaml:4:5: policy si plans for the makespan alone, expected the objective cmax");
  EXPECT_EQ(error_of({"all"}, kernels(1), Objective::lateness),
            "kernels.yaml:4:5: no task has a due date, expected one for the objective lateness");
}

TEST(ChoosePolicies, AllLeavesOutWhoCannotTakeTheWorkload) {
  const PolicyChoice choice = choose_policies({"all"}, kernels(2), Objective::weighted_completion);
  const std::vector<std::string> left_out = names_of(choice.left_out);
  EXPECT_EQ(std::count(left_out.begin(), left_out.end(), "si"), 1);
  EXPECT_EQ(choice.left_out.front().reason.find("policy " + left_out.front() + " plans for the makespan alone"), 0U);
  EXPECT_EQ(std::count(left_out.begin(), left_out.end(), "neh-gpu"), 0);
}

}  // namespace
}  // namespace warpshop::study
