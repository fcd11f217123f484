#include "sim/study/first_ranked.hpp"

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/study/policy_choice.hpp"
#include "tests/study/fast_engine.hpp"
#include "tests/support/reference.hpp"

namespace warpshop::study {
namespace {

const std::function<void(const std::string&)> kSilently = [](const std::string& /*text*/) {};

Problem problem_of(const Workload& workload) {
  return make_problem(workload, files::find_device("titanx"));
}

TEST(FirstRanked, IsWhatAComparisonByDefaultRanksFirst) {
  for (const char* file : {"four-tasks.yaml", "demands/deadlines.yaml", "mixed-memory.yaml"}) {
    const Workload workload = test::shipped_workload(file);
    const Problem problem = problem_of(workload);
    for (const Objective objective : {Objective::makespan, Objective::weighted_completion}) {
      const ComparisonSettings settings{
          .device = "titanx", .engine = test::fast_engine(), .options = {.objective = objective}, .jobs = 1};
      const auto by_default = choose_policies({kDefaultPolicies}, workload, objective).chosen;
      const Comparison comparison = compare(problem, by_default, settings, kSilently);
      const PolicyResult& first = comparison.results.front();
      const ChosenPlan chosen = first_ranked(problem, workload, {}, settings, kSilently);
      EXPECT_EQ(chosen.policy, first.policy) << file;
      EXPECT_EQ(chosen.planned.plan, first.plan) << file;
      EXPECT_EQ(chosen.planned.predicted, first.predicted) << file;
      EXPECT_EQ(chosen.planned.proven_optimal, first.proven_optimal) << file;
      EXPECT_EQ(chosen.ranked, by_default.size()) << file;
    }
  }
}

TEST(FirstRanked, IsNoWorseThanTheBaselines) {
  for (const char* file : {"four-tasks.yaml", "demands/deadlines.yaml", "mixed-memory.yaml", "llm-kv-cache.yaml"}) {
    const Workload workload = test::shipped_workload(file);
    const Problem problem = problem_of(workload);
    const ComparisonSettings settings{.device = "titanx", .engine = test::fast_engine(), .options = {}, .jobs = 1};
    const auto best_of = [&](const char* policies) {
      return compare(problem, choose_policies({policies}, workload).chosen, settings, kSilently).results.front().cost;
    };
    EXPECT_TRUE(tied(best_of(kDefaultPolicies), best_of("all"))) << file;
  }
}

TEST(FirstRanked, IsNotAlwaysTheFirstPolicyOfTheRegistry) {
  const Workload workload = test::shipped_workload("demands/deadlines.yaml");
  const Problem problem = problem_of(workload);
  const ChosenPlan chosen = first_ranked(
      problem, workload, {}, {.device = "titanx", .engine = test::fast_engine(), .options = {}, .jobs = 1}, kSilently);
  EXPECT_EQ(chosen.policy, "gated");
}

}  // namespace
}  // namespace warpshop::study
