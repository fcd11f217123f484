#include "sim/report/comparison_table.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "sim/report/comparison_answer.hpp"
#include "sim/report/policy_rows.hpp"
#include "sim/report/side_by_side.hpp"

namespace warpshop::report {
namespace {

std::string table(const Comparison& comparison, const format::Table& style = {}) {
  std::ostringstream out;
  print(out, style, comparison);
  return out.str();
}

std::string csv(const Comparison& comparison, bool header) {
  std::ostringstream out;
  print(out, format::Csv{header}, comparison);
  return out.str();
}

PolicyResult result(const std::string& policy, double predicted, double makespan, Order order) {
  PolicyResult row;
  row.policy = policy;
  row.predicted = Millis{predicted};
  row.makespan = row.cost = Millis{makespan};
  row.plan.order = std::move(order);
  return row;
}

/// Lower bound 8 ms, fifo 16 ms.
Comparison comparison_of(std::vector<PolicyResult> results) {
  Comparison comparison;
  comparison.workload = "jobs";
  comparison.task_names = {"a", "b"};
  comparison.device = "box";
  comparison.engine = "fast";
  comparison.lower_bound = Millis{8};
  comparison.fifo_cost = Millis{16};
  comparison.results = std::move(results);
  comparison.best_overlap = 0.666;
  comparison.fifo_overlap = 0.25;
  return comparison;
}

/// Line `number` of a text, from 0.
std::string line(const std::string& text, int number) {
  std::size_t start = 0;
  for (; number > 0; --number) {
    start = text.find('\n', start) + 1;
  }
  return text.substr(start, text.find('\n', start) - start);
}

/// The first line that starts so.
std::string line_from(const std::string& text, const std::string& start) {
  const std::size_t at = text.find('\n' + start);
  return at == std::string::npos ? "" : text.substr(at + 1, text.find('\n', at + 1) - at - 1);
}

/// 1000 random orders of 9 … 24 ms.
PolicyResult random_orders() {
  PolicyResult row = result("random:1000", 12.5, 12.5, {0, 1});
  row.distribution = CostDistribution{.orders = 1000,
                                      .minimum = Millis{9},
                                      .lower_quartile = Millis{11},
                                      .median = Millis{12.5},
                                      .mean = Millis{13.25},
                                      .upper_quartile = Millis{15},
                                      .maximum = Millis{24}};
  return row;
}

TEST(ComparisonTable, SaysHowRandomOrdersSpreadAndTheGainOverTheirMedian) {
  const std::string text = table(comparison_of({result("best", 10, 10, {1, 0}), random_orders()}), {});
  EXPECT_EQ(line(text, 6),
            "random:1000: 9.000 … 24.000 ms, quartiles 11.000, 12.500, 15.000, mean 13.250; gain of best over the "
            "median 20.0 %.");
}

TEST(ComparisonCsv, HasTheSpreadOfRandomOrdersInColumnsOfItsOwn) {
  const std::string text = csv(comparison_of({result("best", 10, 10, {1, 0}), random_orders()}), true);
  EXPECT_NE(
      line(text, 0).find(",orders_drawn,minimum_ms,lower_quartile_ms,median_ms,mean_ms,upper_quartile_ms,maximum_ms,"),
      std::string::npos);
  EXPECT_NE(line(text, 1).find(",b > a,b-a,,,,,,,,"), std::string::npos);
  EXPECT_NE(line(text, 2).find(",1000,9,11,12.5,13.25,15,24,"), std::string::npos);
}

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

TEST(ComparisonTable, ShowsWhatPoliciesPredictedWhereARowShowsThatItCostsSomethingElse) {
  const std::string text = table(comparison_of({result("best", 10, 10, {1, 0}), result("neh", 11.5, 12, {0, 1})}), {});
  EXPECT_EQ(line(text, 2), "   policy  predicted ms  makespan ms     gap  gain over fifo  order");
  EXPECT_EQ(line(text, 3), "*  best          10.000       10.000  25.0 %          37.5 %  b-a");
  EXPECT_EQ(line(text, 4), "   neh           11.500       12.000  50.0 %          25.0 %  as listed");
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
  mps.plan.share = Share{.policy = "mps", .split = {60, 40}, .to_set = "per cent", .settable = Settable::mps_limits};
  Comparison comparison = comparison_of({mps});
  comparison.task_names = {"chat#1", "chat#2", "chat#3", "vision", "load"};
  comparison.best_settings = {{.tasks = {0, 1, 2}, .mps_percentage = 60}, {.tasks = {3, 4}, .mps_percentage = 40}};
  EXPECT_EQ(to_do_text(comparison), "To set: mps:60/40, per cent: 60 % for chat#1…3; 40 % for vision, load.");

  Share& share = *comparison.results[0].plan.share;
  share = {.policy = "mig", .settable = Settable::mig_instances};
  comparison.best_settings = {{.tasks = {0}, .mig_instance = 1, .mig_profile = "3g.40gb"},
                              {.tasks = {3}, .mig_instance = 2, .mig_profile = "4g.40gb"}};
  EXPECT_EQ(to_do_text(comparison), "To set: mig: instance 1 (3g.40gb) for chat#1; instance 2 (4g.40gb) for vision.");

  share = {.policy = "smk", .settable = Settable::kernels};
  comparison.results[0].plan.order = {4, 3, 2, 1, 0};
  comparison.best_settings = {{.tasks = {0}, .sms = 28, .ctas_per_sm = 4}, {.tasks = {3}, .sms = 28, .ctas_per_sm = 2}};
  EXPECT_EQ(to_do_text(comparison),
            "Launch load-vision-chat#3-chat#2-chat#1; to set: smk: on each of 28 SMs 4 CTAs for chat#1; 2 CTAs for "
            "vision.");
  comparison.best_settings[1].sms = 14;
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

TEST(ComparisonTable, ShowsAnotherObjectiveBesideTheMakespan) {
  Comparison comparison = comparison_of({result("best", 12, 10, {1, 0}), result("fifo", 16, 16, {0, 1})});
  comparison.objective = Objective::weighted_completion;
  comparison.results[0].cost = Millis{12};
  EXPECT_EQ(
      line(table(comparison, {}), 0),
      "jobs on box: best has a sum w C of 12.000 ms, 25.0 % less than as listed (16.000 ms); no plan can be below "
      "8.000 ms.");
  EXPECT_EQ(line(table(comparison, {}), 2), "   policy  sum w C ms  makespan ms      gap  gain over fifo  order");
  EXPECT_EQ(line(table(comparison, {}), 3), "*  best        12.000       10.000   50.0 %          25.0 %  b-a");
  comparison.objective = Objective::lateness;
  EXPECT_EQ(line(table(comparison, {}), 3), "*  best         12.000       10.000  4.000 ms        4.000 ms  b-a");
}

TEST(ComparisonTable, MarksTheBestAndWhateverTiesWithIt) {
  const std::string text =
      table(comparison_of({result("first", 10, 10, {0, 1}), result("second", 10, 10 * (1 + 5e-10), {0, 1}),
                           result("third", 10, 10 * (1 + 5e-9), {0, 1})}),
            {});
  EXPECT_EQ(line(text, 3).substr(0, 16), "*  first, second");
  EXPECT_EQ(line(text, 4).substr(0, 8), "   third");
}

TEST(ComparisonTable, BoldMarksTheBestOnlyInColour) {
  const Comparison comparison = comparison_of({result("best", 10, 10, {1, 0}), result("fifo", 16, 16, {0, 1})});
  EXPECT_EQ(table(comparison, {.colour = false}).find('\x1b'), std::string::npos);
  const std::string coloured = table(comparison, {.colour = true});
  EXPECT_EQ(line(coloured, 3).substr(0, 5), "\x1b[1m*");
  EXPECT_EQ(line(coloured, 4).find('\x1b'), std::string::npos);
}

TEST(ComparisonTable, ShowsZeroOnlyWhereCostsAreTied) {
  // 0.04 % worse than fifo, 1e-12 below the bound.
  const std::string text =
      table(comparison_of({result("best", 8, 8 * (1 - 1e-12), {1, 0}), result("neh", 16.006, 16.006, {0, 1})}), {});
  EXPECT_NE(line(text, 3).find("     0 %          50.0 %"), std::string::npos) << text;
  EXPECT_NE(line(text, 4).find("  -0.04 %  as listed"), std::string::npos) << text;
}

TEST(ComparisonTable, CountsLateTasksWhereThereAreDueDates) {
  Comparison comparison = comparison_of({result("best", 10, 10, {1, 0}), result("fifo", 16, 16, {0, 1})});
  comparison.due_tasks = 2;
  comparison.results[1].late_tasks = 1;
  EXPECT_EQ(line(table(comparison, {}), 2), "   policy  makespan ms    due dates      gap  gain over fifo  order");
  EXPECT_EQ(line(table(comparison, {}), 3), "*  best         10.000  0 of 2 late   25.0 %          37.5 %  b-a");
  EXPECT_EQ(line(table(comparison, {}), 4), "   fifo         16.000  1 of 2 late  100.0 %             0 %  as listed");
}

TEST(ComparisonTable, SaysOfWhichPlansProvenOnesAreTheBest) {
  PolicyResult gated = result("gated", 8, 8, {0, 1});
  PolicyResult best = result("best", 9, 9, {0, 1});
  gated.proven_optimal = best.proven_optimal = true;
  Comparison comparison = comparison_of({gated, best, result("fifo", 16, 16, {0, 1})});
  EXPECT_EQ(line(table(comparison, {}), 7),
            "gated (proven): meets the lower bound, so no plan at all is better, whatever its order, gates or streams");
  EXPECT_EQ(line(table(comparison, {}), 8),
            "best (proven): best of all orders in ordered submission, one kernel at a time, without gates");
  comparison.fleet = {"x", "y"};
  EXPECT_EQ(
      line(table(comparison, {}), 8),
      "best (proven): best of all deals (what `after` joins stays together) and all orders in ordered submission, "
      "one kernel at a time, without gates");
}

TEST(ComparisonTable, KeepsTheMakespanThatBreaksTies) {
  Comparison comparison = comparison_of({result("best", 12, 10, {1, 0}), result("fifo", 16, 16, {0, 1})});
  comparison.objective = Objective::lateness;
  comparison.due_tasks = 2;
  comparison.results[1].plan.order = {1, 0};
  EXPECT_EQ(line_from(table(comparison, {.width = 80}), "   policy"),
            "   policy  lateness ms  makespan ms    due dates       gap  order");
  EXPECT_EQ(line_from(table(comparison, {.width = 50}), "   policy"), "   policy  lateness ms  makespan ms  order");
}

TEST(ComparisonTable, SaysWhereGatesAre) {
  PolicyResult gated = result("gated", 9, 9, {0, 1});
  gated.plan.gates = {{.d2h = 0, .h2d = 1}};
  EXPECT_EQ(line(table(comparison_of({gated}), {}), 1), "Launch as listed (1 gate).");
  EXPECT_NE(line(table(comparison_of({gated}), {}), 3).find("  as listed (1 gate)"), std::string::npos);
  EXPECT_EQ(line(table(comparison_of({gated}), {}), 5),
            "Gates are copies out that wait; `order_text` in csv and json has them, as --order takes them.");
}

TEST(ComparisonTable, CutsLongOrdersAndSaysWhereTheyAreWhole) {
  Comparison comparison = comparison_of({result("neh", 16, 16, {})});
  comparison.task_names = std::vector<std::string>(20, "123456789");
  for (std::uint32_t task = 0; task < 20; ++task) {
    comparison.results[0].plan.order.push_back(19 - task);
  }
  const std::string cut = table(comparison, {.width = 60});
  EXPECT_NE(cut.find("… 13 more"), std::string::npos);
  EXPECT_EQ(line_from(cut, "Whole"), "Whole orders: --format json or csv, and simulate --policy");
  EXPECT_NE(table(comparison, {}).find("… 7 more"), std::string::npos);
  comparison.results[0].plan.order = {1, 0};
  EXPECT_EQ(line_from(table(comparison, {}), "Whole"), "");
}

TEST(ComparisonTable, TellsProvenOptimaAndOneTask) {
  PolicyResult best = result("best", 8, 8, {0});
  best.proven_optimal = true;
  Comparison comparison = comparison_of({best});
  comparison.task_names = {"a"};
  EXPECT_EQ(line(table(comparison, {}), 4).substr(0, 21), "1 task, engine fast. ");
  EXPECT_EQ(line(table(comparison, {}), 3).substr(0, 16), "*  best (proven)");
  comparison.results[0].seeks_optimum = true;
  comparison.results[0].proven_optimal = false;
  EXPECT_EQ(line(table(comparison, {}), 3).substr(0, 20), "*  best (not proven)");
}

TEST(ComparisonTable, ComparesFifoWithNothingElse) {
  EXPECT_EQ(line(table(comparison_of({result("fifo", 16, 16, {0, 1})}), {}), 4),
            "2 tasks, engine fast. Two or three engines work at once 67 % of the time under fifo.");
}

TEST(ComparisonTable, AWorkloadThatTakesNoTimeHasNoGapAndNoGain) {
  Comparison comparison = comparison_of({result("fifo", 0, 0, {0, 1})});
  comparison.lower_bound = comparison.fifo_cost = Millis{0};
  EXPECT_EQ(line(table(comparison, {}), 3), "*  fifo          0.000  0 %             0 %  as listed");
}

TEST(ComparisonTable, ShowsPlanningTimesWhereTheyWereTaken) {
  PolicyResult best = result("best", 10, 10, {1, 0});
  best.planning = std::chrono::duration<double, std::micro>{1234.56};
  EXPECT_EQ(line(table(comparison_of({best}), {}), 2),
            "   policy  makespan ms     gap  gain over fifo  planning us  order");
  EXPECT_EQ(line(table(comparison_of({best}), {}), 3),
            "*  best         10.000  25.0 %          37.5 %       1234.6  b-a");
  EXPECT_EQ(policy_rows(comparison_of({best, best})).size(), 2U) << "each took a time of its own";
}

TEST(ComparisonTable, LeavesOutColumnsAndBreaksOrdersWhereItIsNarrow) {
  Comparison comparison = comparison_of({result("best (not proven)", 9, 10, {1, 0}), result("fifo", 16, 16, {0, 1})});
  comparison.task_names = {"preprocess the frames", "detect"};
  const std::string text = table(comparison, {.width = 64});
  EXPECT_EQ(text,
            "jobs on box: best (not proven) ends after 10.000 ms, 37.5 %\n"
            "  sooner than as listed (16.000 ms); no plan can be below 8.000\n"
            "  ms.\n"
            "Launch detect-preprocess the frames.\n"
            "   policy             makespan ms      gap  order\n"
            "*  best (not proven)       10.000   25.0 %  detect-preprocess\n"
            "                                            the frames\n"
            "   fifo                    16.000  100.0 %  as listed\n"
            "(left out for want of room: predicted ms, gain over fifo)\n"
            "2 tasks, engine fast. Two or three engines work at once 67 %\n"
            "  of the time under best (not proven), 25 % under fifo.\n");
}

constexpr const char* kHeader =
    "workload,tasks,device,engine,objective,lower_bound_ms,policy,submission,predicted_ms,cost_ms,makespan_ms,"
    "due_tasks,late_tasks,proven_optimal,planning_us,tasks_by_device,gates,rounds,order,names,order_text,orders_drawn,"
    "minimum_ms,lower_quartile_ms,median_ms,mean_ms,upper_quartile_ms,maximum_ms,makespan_low_ms,makespan_high_ms,"
    "recorded_ms,recorded_predicted_ms,assumed,set,file,seed,budget,version,issued,recorded_is_close,"
    "recorded_step_errors_steps,recorded_step_errors_median,recorded_step_errors_worst,unchanged_policy,"
    "unchanged_cost_ms,share_policy,share_way,share_split,stp,antt,fairness,energy_j,peak_power_w,context_switch_ms,"
    "context_switch_low_ms,context_switch_high_ms,cost_low_ms,cost_high_ms\n";
/// Cells of what only some comparisons have, from `issued` on.
constexpr const char* kNone = ",,,,,,,,,,,,,,,,,,,,\n";

TEST(ComparisonCsv, IsUnroundedAndHasAHeaderOnlyIfAskedFor) {
  PolicyResult streams = result("hyperq", 10.1, 1.0 / 3, {1, 0});
  streams.plan.submission = Submission::streams;
  Comparison comparison = comparison_of({streams});
  comparison.workload = "jobs, all";
  comparison.origin = {.file = "all, jobs.yaml", .seed = 7, .budget = "5 ms", .version = "1.2.3"};
  const std::string row =
      "\"jobs, all\",2,box,fast,cmax,8,hyperq,streams,10.1,0.3333333333333333,0.3333333333333333,0,,false,,,,,1 0,b > "
      "a,streams: b-a,,,,,,,,,,,,,,"
      "\"all, jobs.yaml\",7,5 ms,1.2.3" +
      std::string(kNone);
  EXPECT_EQ(csv(comparison, false), row);
  EXPECT_EQ(csv(comparison, true), kHeader + row);
}

TEST(ComparisonCsv, HasTheSameColumnsWhateverItIsAbout) {
  PolicyResult best = result("gated", 9, 10, {1, 0, 2});
  best.cost = Millis{12};
  best.proven_optimal = true;
  best.planning = std::chrono::duration<double, std::micro>{12.5};
  best.plan.gates = {{.d2h = 1, .h2d = 0}, {.d2h = 0, .h2d = 2}};
  best.plan.rounds = {2, 1};
  best.plan.devices = {1, 2};
  Comparison comparison = comparison_of({best});
  comparison.task_names = {"a", "b", "c"};
  comparison.fleet = {"box#1", "box#2"};
  comparison.objective = Objective::weighted_completion;
  comparison.origin.version = "1.2.3";
  EXPECT_EQ(csv(comparison, true), std::string(kHeader) +
                                       "jobs,3,box,fast,wc,8,gated,ordered,9,12,10,0,,true,12.5,1 2,1:0 0:2,2 1,1 0 2,"
                                       "b > a > c,box#1: b; box#2: a | c (gates 1:0 0:2),,,,,,,,,,,,,,,1,,1.2.3" +
                                       kNone);
}

TEST(ComparisonCsv, HasEveryFigureThatJsonHas) {
  PolicyResult shared = result("mps", 10, 10, {1, 0});
  shared.sharing = {.stp = 1.25, .antt = 1.5, .fairness = 0.75};
  shared.energy = {.used = {40}, .peak = {250}};
  shared.assumed_costs = {.value = Millis{0.06},
                          .switches = {Millis{0.005}, Millis{0.2}},
                          .cost = {Millis{9}, Millis{12}},
                          .makespan = {Millis{9.5}, Millis{12.5}}};
  const std::string text = csv(comparison_of({shared}), false);
  EXPECT_NE(text.find(",9.5,12.5,,,"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with(",1.25,1.5,0.75,40,250,0.06,0.005,0.2,9,12\n")) << text;
}

TEST(ComparisonCsv, CountsLateTasksWhereThereAreDueDates) {
  Comparison comparison = comparison_of({result("best", 10, 10, {1, 0})});
  comparison.due_tasks = 2;
  EXPECT_NE(csv(comparison, false).find(",10,10,10,2,0,false,"), std::string::npos) << csv(comparison, false);
}

TEST(ComparisonTable, SaysWhatItRestsOn) {
  Comparison comparison = comparison_of({result("fifo", 16, 16, {0, 1})});
  comparison.basis.assumed = {"transfer.pinned.h2d.alone"};
  EXPECT_EQ(line(table(comparison, {}), 5),
            "Rests on a value that the profile only assumes: transfer.pinned.h2d.alone.");
  comparison.basis.assumed.emplace_back("bus.h2d");
  comparison.basis.set = {"a=1", "b=2"};
  EXPECT_EQ(line(table(comparison, {}), 5),
            "Rests on 2 values that the profile only assumes: transfer.pinned.h2d.alone, bus.h2d.");
  EXPECT_EQ(line(table(comparison, {}), 6), "With --set a=1 --set b=2.");
  EXPECT_NE(csv(comparison, false).find(",transfer.pinned.h2d.alone bus.h2d,a=1 b=2,"), std::string::npos);
}

TEST(ComparisonTable, GroupsAssumedValuesThatAreAlike) {
  Comparison comparison = comparison_of({result("fifo", 16, 16, {0, 1})});
  comparison.basis.assumed = {"kernels.va.by_ctas", "kernels.va.cta", "context_switch", "kernels.pf.by_ctas",
                              "timeslice.slice"};
  comparison.basis.assume(
      std::vector{AssumedValue{.path = "kernels.mm.by_ctas", .value = Millis{2}, .range = {Millis{1}, Millis{3}}}});
  EXPECT_EQ(line(table(comparison, {}), 5),
            "Rests on 6 values that the profile only assumes: kernels.*.by_ctas (2), kernels.va.cta, context_switch, "
            "timeslice.slice, kernels.mm.by_ctas 2 ms (1 … 3 ms).");
}

TEST(ComparisonTable, SaysOnceWhatAssumedCostsMakeOfSeveralPolicies) {
  const auto assuming = [](const std::string& policy, double low) {
    PolicyResult row = result(policy, 16, 16, {0, 1});
    const AssumedRange span{Millis{low}, Millis{20}};
    row.assumed_costs =
        AssumedCosts{.value = Millis{0.06}, .switches = {Millis{0.005}, Millis{0.2}}, .cost = span, .makespan = span};
    return row;
  };
  const std::string text = table(comparison_of({assuming("neh", 15), assuming("timeslice", 14), assuming("ig", 15)}));
  EXPECT_NE(text.find("the makespan is 15.000 … 20.000 ms for neh, ig; 14.000 … 20.000 ms for timeslice.\n"),
            std::string::npos)
      << text;
  EXPECT_NE(line(text, 0).find("; which policy is best depends on what is assumed."), std::string::npos) << text;
}

TEST(SideBySide, HasARowAPolicyWithItsCostOnEachDeviceAndTheRatio) {
  const Comparison box = comparison_of({result("best", 10, 10, {1, 0}), result("fifo", 16, 16, {0, 1})});
  Comparison other = comparison_of({result("fifo", 8, 8, {0, 1}), result("best", 8, 8, {1, 0})});
  other.device = "other";
  const std::vector<Comparison> both{box, other};
  EXPECT_EQ(side_by_side(both, {}),
            "jobs: makespan side by side\n"
            "policy  box ms  other ms  other / box\n"
            "best    10.000     8.000        0.800\n"
            "fifo    16.000     8.000        0.500\n");
}

TEST(SideBySide, TellsADeviceFromItselfWithSettings) {
  const Comparison box = comparison_of({result("fifo", 16, 16, {0, 1})});
  Comparison set = comparison_of({result("fifo", 8, 8, {0, 1})});
  set.basis.set = {"transfer.pinned.h2d.alone=50GB/s"};
  const std::vector<Comparison> both{box, set};
  EXPECT_EQ(line(side_by_side(both, {}), 1), "policy  box ms  box --set ms  box --set / box");
}

}  // namespace
}  // namespace warpshop::report
