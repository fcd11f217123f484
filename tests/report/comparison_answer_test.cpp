// What opens a comparison, and the rows that name several policies.
#include "sim/report/comparison_answer.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/report/comparison_table.hpp"
#include "tests/support/comparisons.hpp"
#include "tests/support/planned_by.hpp"

namespace warpshop::report {
namespace {

using test::comparison_of;
using test::line;
using test::random_orders;
using test::result;
using test::table;

TEST(ComparisonTable, OpensWithTheAnswerAndWhatToDoForIt) {
  EXPECT_EQ(table(comparison_of({result("best", 9.9996, 10, {1, 0}), result("fifo", 16, 16, {0, 1}),
                                 result("random", 20, 20, {0, 1})}),
                  {}),
            "jobs on box: best ends after 10.000 ms, 37.5 % sooner than as listed (16.000 ms); no plan can be below "
            "8.000 ms.\n"
            "Launch b-a.\n"
            "   policy  makespan ms      gap  gain over fifo  order\n"
            "*  best         10.000   25.0 %          37.5 %  b-a\n"
            "   fifo         16.000  100.0 %             0 %  as listed\n"
            "   random       20.000  150.0 %         -25.0 %  as listed\n"
            "2 tasks, engine fast. Two or three engines work at once 67 % of the time under best, 25 % under fifo.\n");
}

TEST(ComparisonTable, PlansThatCostTheSameAreOneRowThatNamesThem) {
  PolicyResult hyperq = result("hyperq", 16, 16, {0, 1});
  hyperq.plan.submission = Submission::streams;
  const std::string text = table(comparison_of({result("ig", 10, 10, {1, 0}), result("best", 10, 10, {1, 0}),
                                                result("neh", 16, 16, {1, 0}), result("fifo", 16, 16, {0, 1}), hyperq}),
                                 {});
  EXPECT_EQ(line(text, 3), "*  ig, best                10.000   25.0 %          37.5 %  b-a");
  EXPECT_EQ(line(text, 4), "   neh, fifo, hyperq       16.000  100.0 %             0 %  as listed and 1 other");
}

TEST(ComparisonTable, ARowKeepsEachProof) {
  PolicyResult best = result("best", 9, 9, {1, 0});
  PolicyResult gated = result("gated", 9, 9, {1, 0});
  best.proven_optimal = gated.proven_optimal = true;
  best.seeks_optimum = gated.seeks_optimum = true;
  const PolicyResult hyperq = result("hyperq", 9, 9, {1, 0});
  EXPECT_NE(table(comparison_of({best, gated})).find("*  best, gated (all proven)  "), std::string::npos);
  EXPECT_NE(table(comparison_of({best, gated, hyperq})).find("*  best, gated (all proven); hyperq  "),
            std::string::npos);
  gated.proven_optimal = false;
  EXPECT_NE(table(comparison_of({gated, gated, hyperq})).find("*  gated, gated (none proven); hyperq  "),
            std::string::npos);
  EXPECT_NE(table(comparison_of({best, gated})).find("*  best (proven); gated (not proven)  "), std::string::npos);
}

TEST(ComparisonTable, WhatDiffersInAnyFigureKeepsARowOfItsOwn) {
  const auto rows = [](const PolicyResult& other) {
    Comparison comparison = comparison_of({result("one", 10, 10, {0, 1}), other});
    comparison.due_tasks = 2;
    return policy_rows(comparison).size();
  };
  PolicyResult other = result("other", 10, 10, {0, 1});
  EXPECT_EQ(rows(other), 1U);
  other.late_tasks = 1;
  EXPECT_EQ(rows(other), 2U);
  EXPECT_EQ(rows(result("other", 9, 10, {0, 1})), 2U);
  EXPECT_EQ(rows(result("other", 10, 10.001, {0, 1})), 2U);
  PolicyResult drawn = random_orders();
  drawn.cost = drawn.makespan = drawn.predicted = Millis{10};
  EXPECT_EQ(rows(drawn), 2U);
  PolicyResult assumed = result("other", 10, 10, {0, 1});
  assumed.assumed_costs = AssumedCosts{.value = Millis{1}, .switches = {}, .cost = {}, .makespan = {}};
  EXPECT_EQ(rows(assumed), 2U);
}

TEST(ComparisonTable, NamesAChainThatNothingCanReorder) {
  Comparison comparison = comparison_of({result("best", 16, 16, {1, 0}), result("random", 20, 20, {1, 0})});
  comparison.one_chain = true;
  const std::string text = table(comparison, {});
  EXPECT_EQ(line(text, 1), "Nothing to reorder: each task waits for the one before it.");
  EXPECT_EQ(line(text, 3), "*  best         16.000  100.0 %             0 %  one chain");
}

TEST(ComparisonAnswer, SaysWhatToSetForThePlanThatItNames) {
  PolicyResult mps = result("mps", 10, 10, {0, 1, 2, 3, 4});
  mps.plan.submission = Submission::streams;
  mps.plan.share = test::share_by_hand("mps", {60, 40}, {.settable = Settable::mps_limits, .to_set = "per cent"});
  Comparison comparison = comparison_of({mps});
  comparison.task_names = {"chat#1", "chat#2", "chat#3", "vision", "load"};
  comparison.best_settings = {{.tasks = {0, 1, 2}, .mps_percentage = 60}, {.tasks = {3, 4}, .mps_percentage = 40}};
  EXPECT_EQ(to_do_text(comparison), "To set: mps:60/40, per cent: 60 % for chat#1…3; 40 % for vision, load.");

  Share& share = *comparison.results[0].plan.share;
  share = Share("mig", {.settable = Settable::mig_instances});
  comparison.best_settings = {{.tasks = {0}, .mig_instance = 1, .mig_profile = "3g.40gb"},
                              {.tasks = {3}, .mig_instance = 2, .mig_profile = "4g.40gb"}};
  EXPECT_EQ(to_do_text(comparison), "To set: mig: instance 1 (3g.40gb) for chat#1; instance 2 (4g.40gb) for vision.");

  share = Share("smk", {.settable = Settable::kernels});
  comparison.results[0].plan.order = {4, 3, 2, 1, 0};
  comparison.best_settings = {{.tasks = {0}, .sms = 28, .ctas_per_sm = 4}, {.tasks = {3}, .sms = 28, .ctas_per_sm = 2}};
  EXPECT_EQ(to_do_text(comparison),
            "Launch load-vision-chat#3-chat#2-chat#1; to set: smk: on each of 28 SMs 4 CTAs for chat#1; 2 CTAs for "
            "vision.");
  comparison.best_settings[0].with = 3;
  EXPECT_NE(
      to_do_text(comparison).find("smk: beside another, on each of 28 SMs 4 CTAs for chat#1; alone 2 CTAs for vision."),
      std::string::npos);
  comparison.best_settings[1].with = 0;
  EXPECT_NE(to_do_text(comparison).find("smk: beside another, on each of 28 SMs 4 CTAs for chat#1; 2 CTAs for vision."),
            std::string::npos);
  comparison.best_settings[0].with.reset();
  comparison.best_settings[1].with.reset();
  comparison.best_settings[1].sms = 14;
  EXPECT_NE(
      to_do_text(comparison).find("smk: 4 CTAs on each of 28 SMs for chat#1; 2 CTAs on each of 14 SMs for vision."),
      std::string::npos);
  share.grants = Grant::sms;
  EXPECT_NE(to_do_text(comparison).find("smk: 28 SMs for chat#1; 14 SMs for vision."), std::string::npos);
  share.settable = Settable::while_running;
  EXPECT_NE(to_do_text(comparison).find("to set: smk; it changes while kernels run."), std::string::npos);
}

TEST(ComparisonAnswer, SaysThatNothingIsBetterThanAsListed) {
  const Comparison as_listed = comparison_of({result("fifo", 16, 16, {0, 1})});
  EXPECT_EQ(answer_text(as_listed), "fifo ends after 16.000 ms, as listed; no plan can be below 8.000 ms.");
  EXPECT_EQ(to_do_text(as_listed), "Launch as listed.");
  const Comparison other = comparison_of({result("neh", 16, 16, {1, 0})});
  EXPECT_EQ(answer_text(other), "neh ends after 16.000 ms, no better than as listed; no plan can be below 8.000 ms.");
  EXPECT_EQ(to_do_text(other), "Launch as listed.");
  const Comparison worse = comparison_of({result("random", 20, 20, {1, 0})});
  EXPECT_EQ(answer_text(worse),
            "random ends after 20.000 ms, 25.0 % later than as listed (16.000 ms); no plan can be below 8.000 ms.");
}

TEST(ComparisonAnswer, SaysWhatIsProven) {
  PolicyResult best = result("best", 9, 9, {1, 0});
  best.proven_optimal = true;
  Comparison comparison = comparison_of({best});
  EXPECT_NE(answer_text(comparison).find("; proven best order."), std::string::npos);
  comparison.results[0].chooses_gates = true;
  EXPECT_NE(answer_text(comparison).find("; proven best order with gates."), std::string::npos);
  comparison.lower_bound = Millis{9};
  EXPECT_NE(answer_text(comparison).find("; proven: no plan at all is better."), std::string::npos);
  comparison.basis.issued = "as listed";
  EXPECT_NE(answer_text(comparison).find("; proven: no plan issued as listed is better."), std::string::npos);
}

}  // namespace
}  // namespace warpshop::report
