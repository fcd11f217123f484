#include "sim/study/compare.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <span>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/io/json/described_json.hpp"
#include "sim/model/error.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/recorded_order.hpp"
#include "tests/study/fast_engine.hpp"
#include "tests/support/fleets.hpp"
#include "tests/support/reference.hpp"

namespace warpshop::study {
namespace {

const std::function<void(const std::string&)> kSilent = [](const std::string& /*text*/) {};

ComparisonSettings on_fast_engine() {
  return {.device = "k20c", .engine = test::fast_engine(), .options = {}, .jobs = 1, .timing = false};
}

Problem problem_of(const std::string& file) {
  return make_problem(test::shipped_workload(file), files::find_device("k20c"));
}

Comparison compare_shipped(const std::string& file, const std::vector<std::string>& policies,
                           const ComparisonSettings& settings) {
  return compare(problem_of(file), choose_policies(policies, test::shipped_workload(file)).chosen, settings, kSilent);
}

std::vector<std::string> ranking(const Comparison& comparison) {
  std::vector<std::string> names;
  for (const PolicyResult& result : comparison.results) {
    names.push_back(result.policy);
  }
  return names;
}

std::string json(const Comparison& comparison) {
  std::ostringstream out;
  io::print(out, format::Json{}, comparison);
  return out.str();
}

/// A policy of the test's own that starts with the given task of two.
template <std::uint32_t First>
Policy starting_with(const std::string& name) {
  return {.name = name,
          .summary = "",
          .limits = {.in_all = 2, .at_most = 2},
          .plan = [](const Instance&, const PlanOptions&) {
            return Planned{.plan = {.order = {First, 1 - First}}, .predicted = Millis{1}};
          }};
}

/// Orders that start with task 1 take 5 ms, those that start with task 0 a tied, but longer time.
Problem almost_indifferent() {
  Problem problem{.workload = "two tasks", .task_names = {"a", "b"}, .fleet = {.devices = {Instance{}}}};
  problem.fleet.devices.front().jobs = {test::job_of(1 + 2.5e-9, 2, -1), test::job_of(1, 2, -1)};
  problem.fleet.devices.front().rates = test::even_rates(1);
  return problem;
}

TEST(Compare, RanksByMakespanAndKeepsTiesInTheOrderOfTheRegistry) {
  const Comparison comparison =
      compare_shipped("four-tasks.yaml", {"random", "neh-gpu", "best", "neh", "sq", "si", "johnson", "fifo", "hyperq"},
                      on_fast_engine());
  EXPECT_EQ(ranking(comparison),
            (std::vector<std::string>{"neh-gpu", "best", "neh", "si", "johnson", "fifo", "hyperq", "sq", "random"}));
  EXPECT_NEAR(comparison.results[0].makespan.count(), 26.570185, 1e-6);
  EXPECT_NEAR(comparison.results[2].predicted.count(), 27.31, 1e-9);
  EXPECT_NEAR(comparison.results[2].makespan.count(), 29.412845, 1e-6);
  EXPECT_NEAR(comparison.lower_bound.count(), 26.257972, 1e-6);
}

TEST(Compare, MakespansWithinOneInABillionAreTies) {
  const auto slower = starting_with<0>("slower by rounding");
  const auto faster = starting_with<1>("faster by rounding");
  const Comparison comparison =
      compare(almost_indifferent(), {{.policy = &slower}, {.policy = &faster}}, on_fast_engine(), kSilent);
  EXPECT_EQ(ranking(comparison), (std::vector<std::string>{"slower by rounding", "faster by rounding"}));
  EXPECT_GT(comparison.results[0].makespan, comparison.results[1].makespan);
}

TEST(Compare, PlansThatCostTheSameAreProvenAlike) {
  const Comparison comparison = compare_shipped("four-tasks.yaml", {"all"}, on_fast_engine());
  for (const PolicyResult& result : comparison.results) {
    EXPECT_EQ(result.proven_optimal, tied(result.cost, comparison.results.front().cost)) << result.policy;
  }
}

/// A policy of the test's own that answers the best order of the four tasks.
template <bool Proven, bool Gates>
Policy best_of_four(const std::string& name) {
  return {.name = name,
          .summary = "",
          .limits = {.in_all = 4, .at_most = 4},
          .plan = [](const Instance&, const PlanOptions&) {
            return Planned{.plan = {.order = {1, 2, 0, 3}},
                           .predicted = Millis{26.570185},
                           .proven_optimal = Proven,
                           .chooses_gates = Gates};
          }};
}

TEST(Compare, AProofOfOrdersIsNoneForAPolicyThatMightHaveChosenGates) {
  const auto proven = [&](const Policy& first, const Policy& second) {
    const Comparison comparison =
        compare(problem_of("four-tasks.yaml"), {{.policy = &first}, {.policy = &second}}, on_fast_engine(), kSilent);
    EXPECT_TRUE(clearly_less(comparison.lower_bound, comparison.results[0].cost));
    return std::pair(comparison.results[0].proven_optimal, comparison.results[1].proven_optimal);
  };
  const auto orders = best_of_four<true, false>("orders");
  const auto found = best_of_four<false, false>("found");
  const auto gates = best_of_four<true, true>("gates");
  const auto gates_found = best_of_four<false, true>("gates found");
  EXPECT_EQ(proven(orders, found), std::pair(true, true));
  EXPECT_EQ(proven(orders, gates_found), std::pair(true, false));
  EXPECT_EQ(proven(gates, found), std::pair(true, true));
  EXPECT_EQ(proven(found, gates_found), std::pair(false, false));
}

TEST(Compare, WhatMeetsTheBoundIsProvenWhateverItsPolicySeeks) {
  // Copies in one after the other, then a kernel: the bound is the copies and the shortest kernel.
  Problem problem = almost_indifferent();
  problem.fleet.devices.front().jobs = {test::job_of(4, 2, -1), test::job_of(4, 1, -1)};
  const auto longer = starting_with<1>("longer");
  const auto shorter = starting_with<0>("shorter");
  const Comparison comparison =
      compare(problem, {{.policy = &longer}, {.policy = &shorter}}, on_fast_engine(), kSilent);
  EXPECT_EQ(comparison.lower_bound, Millis{9});
  EXPECT_TRUE(comparison.results[0].proven_optimal);
  EXPECT_FALSE(comparison.results[1].proven_optimal);
}

TEST(Compare, AmongPlansOfEqualCostTheLesserMakespanRanksFirst) {
  // Nothing has a weight, so every order costs 0; the short copy first: 6 ms, the long one first: 9 ms.
  Problem problem = almost_indifferent();
  Instance& instance = problem.fleet.devices.front();
  instance.jobs = {test::job_of(1, 4, -1), test::job_of(4, 1, -1)};
  instance.weights = {0, 0};
  const auto longer = starting_with<1>("longer");
  const auto shorter = starting_with<0>("shorter");
  ComparisonSettings settings = on_fast_engine();
  settings.options.objective = Objective::weighted_completion;
  const Comparison comparison = compare(problem, {{.policy = &longer}, {.policy = &shorter}}, settings, kSilent);
  EXPECT_EQ(ranking(comparison), (std::vector<std::string>{"shorter", "longer"}));
  EXPECT_EQ(comparison.results[0].makespan, Millis{6});
  EXPECT_EQ(comparison.results[1].makespan, Millis{9});
}

TEST(Compare, CountsLateTasksUnderAnyObjective) {
  const Workload workload = test::shipped_workload("demands/deadlines.yaml");
  const Problem problem = problem_of("demands/deadlines.yaml");
  for (const Objective objective : kObjectives) {
    ComparisonSettings settings = on_fast_engine();
    settings.options.objective = objective;
    const Comparison comparison =
        compare(problem, choose_policies({"fifo"}, workload, objective).chosen, settings, kSilent);
    EXPECT_EQ(comparison.due_tasks, 4U);
    EXPECT_EQ(comparison.results.front().late_tasks, 4U);
  }
  EXPECT_NE(json(compare_shipped("four-tasks.yaml", {"fifo"}, on_fast_engine())).find(R"("late_tasks":null)"),
            std::string::npos);
}

TEST(Compare, KnowsAChainThatNothingCanReorder) {
  const auto is_chain = [](std::vector<Precedence> precedence) {
    Problem problem = almost_indifferent();
    problem.task_names.emplace_back("c");
    problem.fleet.devices.front().jobs.push_back(test::job_of(1, 1, 1));
    problem.fleet.devices.front().precedence = std::move(precedence);
    return compare(problem, {named_policy("fifo")}, on_fast_engine(), kSilent).one_chain;
  };
  EXPECT_FALSE(is_chain({}));
  EXPECT_TRUE(is_chain({{.before = 0, .after = 1}, {.before = 1, .after = 2}}));
  EXPECT_TRUE(is_chain({{.before = 2, .after = 1}, {.before = 2, .after = 0}, {.before = 1, .after = 0}}));
  EXPECT_FALSE(is_chain({{.before = 0, .after = 2}, {.before = 0, .after = 1}}));
}

TEST(Compare, SaysWhatToSetForTheFirstWhereItShares) {
  const Workload workload = test::shipped_workload("co-execution/two-kernels.yaml");
  const std::vector<Device> devices{files::find_device("titanx")};
  Problem problem = make_problem(workload, devices);
  prepare_sharing(problem, devices);
  const Comparison shared = compare(problem, {named_policy("smk"), named_policy("fifo")}, on_fast_engine(), kSilent);
  EXPECT_EQ(shared.results.front().policy, "smk");
  ASSERT_EQ(shared.best_settings.size(), 4U);
  EXPECT_EQ(shared.best_settings[0].tasks, std::vector<std::uint32_t>{0});
  EXPECT_EQ(shared.best_settings[0].sms, 28U);
  EXPECT_GT(shared.best_settings[0].ctas_per_sm, 0U);
  EXPECT_TRUE(compare(problem, {named_policy("fifo")}, on_fast_engine(), kSilent).best_settings.empty());
}

TEST(Compare, GivesTheSameForAnyNumberOfJobs) {
  ComparisonSettings settings = on_fast_engine();
  const Comparison one = compare_shipped("mixed-memory.yaml", {"all"}, settings);
  for (const unsigned jobs : {2U, 8U, 64U}) {
    settings.jobs = jobs;
    const Comparison several = compare_shipped("mixed-memory.yaml", {"all"}, settings);
    EXPECT_EQ(json(several), json(one)) << jobs << " jobs";
    EXPECT_EQ(several.fifo_cost, one.fifo_cost);
    EXPECT_EQ(several.best_overlap, one.best_overlap);
    EXPECT_EQ(several.fifo_overlap, one.fifo_overlap);
  }
}

TEST(Compare, CountsGainsFromFifoEvenWhereItIsNotAmongThePolicies) {
  const Comparison without = compare_shipped("four-tasks.yaml", {"neh-gpu"}, on_fast_engine());
  const Comparison with = compare_shipped("four-tasks.yaml", {"neh-gpu", "fifo"}, on_fast_engine());
  EXPECT_NEAR(without.fifo_cost.count(), 32.08, 1e-9);
  EXPECT_EQ(without.fifo_cost, with.fifo_cost);
  EXPECT_EQ(with.results.at(1).makespan, with.fifo_cost);
}

TEST(Compare, SaysHowMuchOfTheTimeEnginesOverlap) {
  const Comparison comparison = compare_shipped("four-tasks.yaml", {"neh-gpu"}, on_fast_engine());
  // Under BS-TM-MM-VA from the first kernel's start to the last one's end.
  EXPECT_NEAR(comparison.best_overlap, (21.118797 - 0.73) / 26.570185, 1e-6);
  // Under fifo while kernels run beside copies in (the last one is held up by MM's copy out), then beside BS's and TM's
  // copies out.
  const double last_copy_in_ends = 8.28 + 10.04 + 1.26 / (2.30 / 3.29) * (1 - 2.32 / 3.26);
  EXPECT_NEAR(comparison.fifo_overlap, (last_copy_in_ends - 2.52 + 22.31 - 21.63) / 32.08, 1e-9);
}

TEST(Compare, ShowsPlanningTimesOnlyIfAskedFor) {
  ComparisonSettings settings = on_fast_engine();
  EXPECT_EQ(json(compare_shipped("four-tasks.yaml", {"all"}, settings)).find("planning_us"), std::string::npos);
  settings.timing = true;
  const Comparison timed = compare_shipped("four-tasks.yaml", {"all"}, settings);
  for (const PolicyResult& result : timed.results) {
    ASSERT_TRUE(result.planning.has_value()) << result.policy;
    EXPECT_GE(result.planning->count(), 0);
  }
  EXPECT_NE(json(timed).find("\"planning_us\":"), std::string::npos);
}

TEST(Compare, ShowsHowTheCostsOfRandomOrdersSpreadAndRanksByTheirMedian) {
  const Comparison comparison = compare_shipped("four-tasks.yaml", {"best", "random:200", "fifo"}, on_fast_engine());
  const auto row = std::find_if(comparison.results.begin(), comparison.results.end(),
                                [](const PolicyResult& result) { return result.policy == "random:200"; });
  ASSERT_NE(row, comparison.results.end());
  ASSERT_TRUE(row->distribution);
  EXPECT_EQ(row->distribution->orders, 200U);
  EXPECT_EQ(row->cost, row->distribution->median);
  EXPECT_EQ(row->makespan, test::fast_engine().asked.timeline(problem_of("four-tasks.yaml").fleet, row->plan).makespan);
  EXPECT_TRUE(tied(row->distribution->minimum, comparison.results.front().cost));  // 24 orders, 200 draws
  EXPECT_LT(row->distribution->lower_quartile, row->distribution->median);
  EXPECT_FALSE(comparison.results.front().distribution);
  std::ostringstream json;
  io::print(json, format::Json{}, comparison);
  EXPECT_NE(json.str().find(R"("distribution":{"orders":200,"minimum_ms":26.57)"), std::string::npos) << json.str();
  EXPECT_NE(json.str().find(R"("distribution":null)"), std::string::npos);
}

TEST(Compare, TellsWhatItIsDoing) {
  std::vector<std::string> told;
  compare(problem_of("four-tasks.yaml"), {named_policy("si"), named_policy("fifo")}, on_fast_engine(),
          [&](const std::string& text) { told.push_back(text); });
  EXPECT_EQ(told, (std::vector<std::string>{"four tasks: planning (si)", "four tasks: planning (fifo)",
                                            "four tasks: si on fast", "four tasks: fifo on fast"}));
}

TEST(Compare, TellsWhichPoliciesPlanAtTheSameTime) {
  std::vector<std::string> told;
  ComparisonSettings settings = on_fast_engine();
  settings.jobs = 2;
  // The first that starts plans until the other has started as well.
  static std::atomic<int> started;
  started = 0;
  const auto wait_for_both = [](const Instance&, const PlanOptions&) {
    for (++started; started < 2;) {
      std::this_thread::yield();
    }
    return Planned{.plan = {.order = {0, 1}}, .predicted = Millis{1}};
  };
  auto one = starting_with<0>("one");
  auto other = starting_with<0>("other");
  one.plan = other.plan = wait_for_both;
  compare(almost_indifferent(), {{.policy = &one}, {.policy = &other}}, settings,
          [&](const std::string& text) { told.push_back(text); });
  EXPECT_TRUE(told.at(1) == "two tasks: planning (one, other)" || told.at(1) == "two tasks: planning (other, one)")
      << told.at(1);
}

TEST(Compare, ListsInJsonWhatWasLeftOut) {
  Comparison comparison = compare_shipped("four-tasks.yaml", {"fifo"}, on_fast_engine());
  EXPECT_EQ(json(comparison).find("skipped"), std::string::npos);
  comparison.skipped = {{.policy = "best", .limit = 3}, {.policy = "neh", .limit = 2}};
  EXPECT_NE(json(comparison)
                .find(R"(],"skipped":[{"policy":"best","limit":3,"tasks":4},{"policy":"neh","limit":2,"tasks":4}]})"),
            std::string::npos);
}

TEST(Compare, APolicyThatFailsTakesNoOtherWithIt) {
  const auto fine = starting_with<0>("fine");
  auto failing = starting_with<1>("failing");
  failing.plan = [](const Instance&, const PlanOptions&) -> Planned { throw std::runtime_error("out of luck"); };
  ComparisonSettings settings = on_fast_engine();
  for (const unsigned jobs : {1U, 2U}) {
    settings.jobs = jobs;
    const Comparison comparison =
        compare(almost_indifferent(), {{.policy = &failing}, {.policy = &fine}}, settings, kSilent);
    EXPECT_EQ(ranking(comparison), std::vector<std::string>{"fine"}) << jobs << " jobs";
    ASSERT_EQ(comparison.failed.size(), 1U);
    EXPECT_EQ(comparison.failed[0].policy, "failing");
    EXPECT_NE(json(comparison).find(R"("failed":[{"policy":"failing","reason":"out of luck"}])"), std::string::npos);
  }
}

TEST(Compare, ThrowsWhatThePoliciesThrewWhereAllFail) {
  auto failing = starting_with<1>("failing");
  failing.plan = [](const Instance&, const PlanOptions&) -> Planned { throw std::runtime_error("out of luck"); };
  EXPECT_THROW(compare(almost_indifferent(), {{.policy = &failing}}, on_fast_engine(), kSilent), std::runtime_error);
}

TEST(Compare, APlanOfWhichTheEnginesDisagreeTakesNoOtherWithIt) {
  const auto first = starting_with<0>("first");
  const auto second = starting_with<1>("second");
  const auto wrong_of_second = [](const Fleet& fleet, const Plan& plan) {
    Timeline timeline = evaluate::timeline(fleet, plan);
    timeline.makespan *= plan.order.front() == 1 ? 2 : 1;
    return timeline;
  };
  const std::array engines{test::kFastAlone.front(), Engine{"other", wrong_of_second}};
  ComparisonSettings settings{.device = "k20c", .engine = {.asked = engines[0], .all = engines}, .options = {}};
  const Comparison comparison =
      compare(almost_indifferent(), {{.policy = &second}, {.policy = &first}}, settings, kSilent);
  EXPECT_EQ(ranking(comparison), std::vector<std::string>{"first"});
  ASSERT_EQ(comparison.failed.size(), 1U);
  EXPECT_EQ(comparison.failed[0].policy, "second");
  EXPECT_NE(comparison.failed[0].reason.find("the engines disagree"), std::string::npos);
}

TEST(Compare, ThrowsAgainWhatTheUserGotWrong) {
  const auto fine = starting_with<0>("fine");
  auto failing = starting_with<1>("failing");
  failing.plan = [](const Instance&, const PlanOptions&) -> Planned { throw InputError("no such split"); };
  EXPECT_THROW(compare(almost_indifferent(), {{.policy = &fine}, {.policy = &failing}}, on_fast_engine(), kSilent),
               InputError);
}

}  // namespace
}  // namespace warpshop::study
