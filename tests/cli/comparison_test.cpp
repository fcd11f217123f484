#include "cli/comparison.hpp"

#include <atomic>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include "cli/policy_choice.hpp"
#include "sim/io/comparison_json.hpp"
#include "sim/io/device_store.hpp"
#include "tests/support/reference.hpp"

namespace warpshop::cli {
namespace {

const std::function<void(const std::string&)> kSilent = [](const std::string& /*text*/) {};

ComparisonSettings on_fast_engine() {
  return {.device = "k20c", .engine = engine("fast"), .options = {}, .jobs = 1, .timing = false};
}

Problem problem_of(const std::string& file) {
  return make_problem(test::shipped_workload(file), io::find_device("k20c"));
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
  io::write_json(out, comparison);
  return out.str();
}

/// A policy of the test's own that starts with the given task of two.
template <std::uint32_t First>
order::Policy starting_with(const std::string& name) {
  return {.name = name,
          .summary = "",
          .limits = {.in_all = 2, .at_most = 2},
          .model = order::Model::contended,
          .submission = Submission::ordered,
          .plan = [](const Instance&, const order::Options&) {
            return order::Planned{.plan = {.order = {First, 1 - First}}, .predicted = Millis{1}};
          }};
}

/// Plans that start with task 1 take 10 ms, others a tied, but longer time.
const Engine& almost_indifferent() {
  static const Engine engine{
      "almost indifferent",
      [](const Fleet&, const Plan& plan) { return plan.order.front() == 1 ? Millis{10} : Millis{10 * (1 + 5e-10)}; },
      nullptr};
  return engine;
}

Problem two_tasks() {
  Problem problem{.workload = "two tasks", .task_names = {"a", "b"}, .fleet = {.devices = {Instance{}}}};
  problem.fleet.devices.front().jobs.resize(2);
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
  const ComparisonSettings settings{
      .device = "box", .engine = almost_indifferent(), .options = {}, .jobs = 1, .timing = false};
  EXPECT_EQ(ranking(compare(two_tasks(), {&slower, &faster}, settings, kSilent)),
            (std::vector<std::string>{"slower by rounding", "faster by rounding"}));
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

TEST(Compare, TellsWhatItIsDoing) {
  std::vector<std::string> told;
  compare(problem_of("four-tasks.yaml"), {&order::find_policy("si"), &order::find_policy("fifo")}, on_fast_engine(),
          [&](const std::string& text) { told.push_back(text); });
  EXPECT_EQ(told, (std::vector<std::string>{"four tasks: planning (si)", "four tasks: planning (fifo)",
                                            "four tasks: si on fast", "four tasks: fifo on fast"}));
}

TEST(Compare, TellsWhichPoliciesPlanAtTheSameTime) {
  std::vector<std::string> told;
  const ComparisonSettings settings{
      .device = "box", .engine = almost_indifferent(), .options = {}, .jobs = 2, .timing = false};
  // The first that starts plans until the other has started as well.
  static std::atomic<int> started;
  started = 0;
  const auto wait_for_both = [](const Instance&, const order::Options&) {
    for (++started; started < 2;) {
      std::this_thread::yield();
    }
    return order::Planned{.plan = {.order = {0, 1}}, .predicted = Millis{1}};
  };
  auto one = starting_with<0>("one");
  auto other = starting_with<0>("other");
  one.plan = other.plan = wait_for_both;
  compare(two_tasks(), {&one, &other}, settings, [&](const std::string& text) { told.push_back(text); });
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

TEST(Compare, ThrowsAgainWhatAPolicyThrew) {
  const auto fine = starting_with<0>("fine");
  auto failing = starting_with<1>("failing");
  failing.plan = [](const Instance&, const order::Options&) -> order::Planned {
    throw std::runtime_error("out of luck");
  };
  ComparisonSettings settings = on_fast_engine();
  for (const unsigned jobs : {1U, 2U}) {
    settings.jobs = jobs;
    EXPECT_THROW(compare(two_tasks(), {&fine, &failing}, settings, kSilent), std::runtime_error) << jobs << " jobs";
  }
}

}  // namespace
}  // namespace warpshop::cli
