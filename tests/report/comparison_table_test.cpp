#include "sim/report/comparison_table.hpp"

#include <vector>

#include <gtest/gtest.h>

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
  EXPECT_EQ(line(text, 5),
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

TEST(ComparisonTable, SaysGapToTheBoundAndTimeSavedAgainstFifo) {
  EXPECT_EQ(table(comparison_of({result("best", 9.9996, 10, {1, 0}), result("fifo", 16, 16, {0, 1}),
                                 result("random", 20, 20, {0, 1})}),
                  {}),
            "jobs: 2 tasks on box, engine fast, no plan is below 8.000 ms\n"
            "   policy  predicted ms  makespan ms      gap  gain over fifo  order\n"
            "*  best          10.000       10.000   25.0 %          37.5 %  b-a\n"
            "   fifo          16.000       16.000  100.0 %             0 %  a-b\n"
            "   random        20.000       20.000  150.0 %         -25.0 %  a-b\n"
            "Two or three engines work at once 67 % of the time under best, 25 % under fifo.\n");
}

TEST(ComparisonTable, ShowsAnotherObjectiveBesideTheMakespan) {
  Comparison comparison = comparison_of({result("best", 12, 10, {1, 0}), result("fifo", 16, 16, {0, 1})});
  comparison.objective = Objective::weighted_completion;
  comparison.results[0].cost = Millis{12};
  EXPECT_EQ(line(table(comparison, {}), 0), "jobs: 2 tasks on box, engine fast, no plan is below sum w C 8.000 ms");
  EXPECT_EQ(line(table(comparison, {}), 1),
            "   policy  predicted ms  sum w C ms  makespan ms      gap  gain over fifo  order");
  EXPECT_EQ(line(table(comparison, {}), 2),
            "*  best          12.000      12.000       10.000   50.0 %          25.0 %  b-a");
  comparison.objective = Objective::lateness;
  EXPECT_EQ(line(table(comparison, {}), 2),
            "*  best          12.000       12.000       10.000  4.000 ms        4.000 ms  b-a");
}

TEST(ComparisonTable, MarksTheBestAndWhateverTiesWithIt) {
  const std::string text =
      table(comparison_of({result("first", 10, 10, {0, 1}), result("second", 10, 10 * (1 + 5e-10), {0, 1}),
                           result("third", 10, 10 * (1 + 5e-9), {0, 1})}),
            {});
  EXPECT_EQ(line(text, 2).substr(0, 8), "*  first");
  EXPECT_EQ(line(text, 3).substr(0, 9), "*  second");
  EXPECT_EQ(line(text, 4).substr(0, 8), "   third");
}

TEST(ComparisonTable, BoldMarksTheBestOnlyInColour) {
  const Comparison comparison = comparison_of({result("best", 10, 10, {1, 0}), result("fifo", 16, 16, {0, 1})});
  EXPECT_EQ(table(comparison, {.colour = false}).find('\x1b'), std::string::npos);
  const std::string coloured = table(comparison, {.colour = true});
  EXPECT_EQ(line(coloured, 2).substr(0, 5), "\x1b[1m*");
  EXPECT_EQ(line(coloured, 3).find('\x1b'), std::string::npos);
}

TEST(ComparisonTable, ShowsZeroOnlyWhereCostsAreTied) {
  // 0.04 % worse than fifo, 1e-12 below the bound.
  const std::string text =
      table(comparison_of({result("best", 8, 8 * (1 - 1e-12), {1, 0}), result("neh", 16.006, 16.006, {0, 1})}), {});
  EXPECT_NE(line(text, 2).find("     0 %          50.0 %"), std::string::npos) << text;
  EXPECT_NE(line(text, 3).find("  -0.04 %  a-b"), std::string::npos) << text;
}

TEST(ComparisonTable, CountsLateTasksWhereThereAreDueDates) {
  Comparison comparison = comparison_of({result("best", 10, 10, {1, 0}), result("fifo", 16, 16, {0, 1})});
  comparison.due_tasks = 2;
  comparison.results[1].late_tasks = 1;
  EXPECT_EQ(line(table(comparison, {}), 1),
            "   policy  predicted ms  makespan ms    due dates      gap  gain over fifo  order");
  EXPECT_EQ(line(table(comparison, {}), 2),
            "*  best          10.000       10.000  0 of 2 late   25.0 %          37.5 %  b-a");
  EXPECT_EQ(line(table(comparison, {}), 3),
            "   fifo          16.000       16.000  1 of 2 late  100.0 %             0 %  a-b");
}

TEST(ComparisonTable, SaysOfWhichPlansProvenOnesAreTheBest) {
  PolicyResult gated = result("gated", 8, 8, {0, 1});
  PolicyResult best = result("best", 9, 9, {0, 1});
  gated.proven_optimal = best.proven_optimal = true;
  Comparison comparison = comparison_of({gated, best, result("fifo", 16, 16, {0, 1})});
  EXPECT_EQ(line(table(comparison, {}), 6),
            "gated (proven): meets the lower bound, so no plan at all is better, whatever its order, gates or streams");
  EXPECT_EQ(line(table(comparison, {}), 7),
            "best (proven): best of all orders in ordered submission, one kernel at a time, without gates");
  comparison.fleet = {"x", "y"};
  EXPECT_EQ(
      line(table(comparison, {}), 7),
      "best (proven): best of all deals (what `after` joins stays together) and all orders in ordered submission, "
      "one kernel at a time, without gates");
}

TEST(ComparisonTable, KeepsTheMakespanThatBreaksTies) {
  Comparison comparison = comparison_of({result("best", 12, 10, {1, 0}), result("fifo", 16, 16, {0, 1})});
  comparison.objective = Objective::lateness;
  comparison.due_tasks = 2;
  EXPECT_EQ(line(table(comparison, {.width = 80}), 1),
            "   policy  lateness ms  makespan ms    due dates       gap  order");
  EXPECT_EQ(line(table(comparison, {.width = 50}), 2), "   policy  lateness ms  makespan ms  order");
}

TEST(ComparisonTable, SaysWhereGatesAre) {
  PolicyResult gated = result("gated", 9, 9, {0, 1});
  gated.plan.gates = {{.d2h = 0, .h2d = 1}};
  EXPECT_EQ(line(table(comparison_of({gated}), {}), 2).substr(62), "a-b (1 gate)");
  EXPECT_EQ(line(table(comparison_of({gated}), {}), 4),
            "Gates are copies out that wait; `order_text` in csv and json has them, as --order takes them.");
}

TEST(ComparisonTable, CutsOrdersOnATerminalAlone) {
  Comparison comparison = comparison_of({result("fifo", 16, 16, {})});
  comparison.task_names = std::vector<std::string>(20, "123456789");
  for (std::uint32_t task = 0; task < 20; ++task) {
    comparison.results[0].plan.order.push_back(task);
  }
  EXPECT_NE(table(comparison, {.width = 60, .cuts = true}).find("… 13 more"), std::string::npos);
  EXPECT_EQ(table(comparison, {.width = 60}).find("…"), std::string::npos);
}

TEST(ComparisonTable, TellsProvenOptimaAndOneTask) {
  PolicyResult best = result("best", 8, 8, {0});
  best.proven_optimal = true;
  Comparison comparison = comparison_of({best});
  comparison.task_names = {"a"};
  EXPECT_EQ(line(table(comparison, {}), 0), "jobs: 1 task on box, engine fast, no plan is below 8.000 ms");
  EXPECT_EQ(line(table(comparison, {}), 2).substr(0, 16), "*  best (proven)");
  comparison.results[0].seeks_optimum = true;
  comparison.results[0].proven_optimal = false;
  EXPECT_EQ(line(table(comparison, {}), 2).substr(0, 20), "*  best (not proven)");
}

TEST(ComparisonTable, ComparesFifoWithNothingElse) {
  EXPECT_EQ(line(table(comparison_of({result("fifo", 16, 16, {0, 1})}), {}), 3),
            "Two or three engines work at once 67 % of the time under fifo.");
}

TEST(ComparisonTable, AWorkloadThatTakesNoTimeHasNoGapAndNoGain) {
  Comparison comparison = comparison_of({result("fifo", 0, 0, {0, 1})});
  comparison.lower_bound = comparison.fifo_cost = Millis{0};
  EXPECT_EQ(line(table(comparison, {}), 2), "*  fifo           0.000        0.000  0 %             0 %  a-b");
}

TEST(ComparisonTable, ShowsPlanningTimesWhereTheyWereTaken) {
  PolicyResult best = result("best", 10, 10, {1, 0});
  best.planning = std::chrono::duration<double, std::micro>{1234.56};
  EXPECT_EQ(line(table(comparison_of({best}), {}), 1),
            "   policy  predicted ms  makespan ms     gap  gain over fifo  planning us  order");
  EXPECT_EQ(line(table(comparison_of({best}), {}), 2),
            "*  best          10.000       10.000  25.0 %          37.5 %       1234.6  b-a");
}

TEST(ComparisonTable, LeavesOutColumnsAndBreaksOrdersWhereItIsNarrow) {
  Comparison comparison = comparison_of({result("best (not proven)", 9, 10, {1, 0}), result("fifo", 16, 16, {0, 1})});
  comparison.task_names = {"preprocess the frames", "detect"};
  const std::string text = table(comparison, {.width = 64});
  EXPECT_EQ(text,
            "jobs: 2 tasks on box, engine fast, no plan is below 8.000 ms\n"
            "   policy             makespan ms      gap  order\n"
            "*  best (not proven)       10.000   25.0 %  detect-preprocess\n"
            "                                            the frames\n"
            "   fifo                    16.000  100.0 %  preprocess the\n"
            "                                            frames-detect\n"
            "(left out for want of room: predicted ms, gain over fifo)\n"
            "Two or three engines work at once 67 % of the time under best\n"
            "  (not proven), 25 % under fifo.\n");
}

constexpr const char* kHeader =
    "workload,tasks,device,engine,objective,lower_bound_ms,policy,submission,predicted_ms,cost_ms,makespan_ms,"
    "due_tasks,late_tasks,proven_optimal,planning_us,tasks_by_device,gates,rounds,order,names,order_text,orders_drawn,"
    "minimum_ms,lower_quartile_ms,median_ms,mean_ms,upper_quartile_ms,maximum_ms,makespan_low_ms,makespan_high_ms,"
    "recorded_ms,recorded_predicted_ms,assumed,set,file,seed,budget,version\n";

TEST(ComparisonCsv, IsUnroundedAndHasAHeaderOnlyIfAskedFor) {
  PolicyResult streams = result("hyperq", 10.1, 1.0 / 3, {1, 0});
  streams.plan.submission = Submission::streams;
  Comparison comparison = comparison_of({streams});
  comparison.workload = "jobs, all";
  comparison.origin = {.file = "all, jobs.yaml", .seed = 7, .budget = "5 ms", .version = "1.2.3"};
  const std::string row =
      "\"jobs, all\",2,box,fast,cmax,8,hyperq,streams,10.1,0.3333333333333333,0.3333333333333333,0,,false,,,,,1 0,b > "
      "a,streams: b-a,,,,,,,,,,,,,,"
      "\"all, jobs.yaml\",7,5 ms,1.2.3\n";
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
                                       "b > a > c,box#1: b; box#2: a | c (gates 1:0 0:2),,,,,,,,,,,,,,,1,,1.2.3\n");
}

TEST(ComparisonCsv, CountsLateTasksWhereThereAreDueDates) {
  Comparison comparison = comparison_of({result("best", 10, 10, {1, 0})});
  comparison.due_tasks = 2;
  EXPECT_NE(csv(comparison, false).find(",10,10,10,2,0,false,"), std::string::npos) << csv(comparison, false);
}

TEST(ComparisonTable, SaysWhatItRestsOn) {
  Comparison comparison = comparison_of({result("fifo", 16, 16, {0, 1})});
  comparison.basis.assumed = {"transfer.pinned.h2d.alone"};
  EXPECT_EQ(line(table(comparison, {}), 4),
            "Rests on a value that the profile only assumes: transfer.pinned.h2d.alone.");
  comparison.basis.assumed.emplace_back("bus.h2d");
  comparison.basis.set = {"a=1", "b=2"};
  EXPECT_EQ(line(table(comparison, {}), 4),
            "Rests on 2 values that the profile only assumes: transfer.pinned.h2d.alone, bus.h2d.");
  EXPECT_EQ(line(table(comparison, {}), 5), "With --set a=1 --set b=2.");
  EXPECT_NE(csv(comparison, false).find(",transfer.pinned.h2d.alone bus.h2d,a=1 b=2,"), std::string::npos);
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
