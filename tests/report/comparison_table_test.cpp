#include "sim/report/comparison_table.hpp"

#include <gtest/gtest.h>

namespace warpshop::report {
namespace {

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

TEST(ComparisonTable, SaysGapToTheBoundAndTimeSavedAgainstFifo) {
  EXPECT_EQ(table(comparison_of({result("best", 9.9996, 10, {1, 0}), result("fifo", 16, 16, {0, 1}),
                                 result("random", 20, 20, {0, 1})}),
                  {}),
            "jobs: 2 tasks on box, engine fast, no plan is below 8.000 ms\n"
            "   policy  predicted ms  makespan ms      gap  gain over fifo  order\n"
            "*  best          10.000       10.000   25.0 %          37.5 %  b-a\n"
            "   fifo          16.000       16.000  100.0 %           0.0 %  a-b\n"
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

TEST(ComparisonTable, NeverShowsANegativeZero) {
  // 0.04 % worse than fifo, 1e-12 below the bound.
  const std::string text =
      table(comparison_of({result("best", 8, 8 * (1 - 1e-12), {1, 0}), result("neh", 16.006, 16.006, {0, 1})}), {});
  EXPECT_NE(line(text, 2).find("   0.0 %          50.0 %"), std::string::npos) << text;
  EXPECT_NE(line(text, 3).find("  0.0 %  a-b"), std::string::npos) << text;
  EXPECT_EQ(text.find("-0.0"), std::string::npos) << text;
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
  EXPECT_EQ(line(table(comparison, {}), 2), "*  fifo           0.000        0.000  0.0 %           0.0 %  a-b");
}

TEST(ComparisonTable, ShowsPlanningTimesWhereTheyWereTaken) {
  PolicyResult best = result("best", 10, 10, {1, 0});
  best.planning = std::chrono::duration<double, std::micro>{1234.56};
  EXPECT_EQ(line(table(comparison_of({best}), {}), 1),
            "   policy  predicted ms  makespan ms     gap  gain over fifo  planning us  order");
  EXPECT_EQ(line(table(comparison_of({best}), {}), 2),
            "*  best          10.000       10.000  25.0 %          37.5 %       1234.6  b-a");
}

TEST(ComparisonCsv, IsUnroundedAndHasAHeaderOnlyIfAskedFor) {
  PolicyResult streams = result("hyperq", 10.1, 1.0 / 3, {1, 0});
  streams.plan.submission = Submission::streams;
  Comparison comparison = comparison_of({streams});
  comparison.workload = "jobs, all";
  const std::string row = "\"jobs, all\",2,box,fast,8,hyperq,streams,10.1,0.3333333333333333,false,,,1 0\n";
  EXPECT_EQ(csv(comparison, false), row);
  EXPECT_EQ(csv(comparison, true),
            "workload,tasks,device,engine,lower_bound_ms,policy,submission,predicted_ms,makespan_ms,proven_optimal,"
            "gates,rounds,order\n" +
                row);
}

TEST(ComparisonCsv, HoldsGatesAndRounds) {
  PolicyResult held_up = result("gated", 10, 10, {1, 0, 2});
  held_up.plan.gates = {{.d2h = 1, .h2d = 0}, {.d2h = 0, .h2d = 2}};
  held_up.plan.rounds = {2, 1};
  EXPECT_EQ(csv(comparison_of({held_up}), false), "jobs,2,box,fast,8,gated,ordered,10,10,false,1:0 0:2,2 1,1 0 2\n");
}

TEST(ComparisonCsv, HoldsPlanningTimesWhereTheyWereTaken) {
  PolicyResult best = result("best", 10, 10, {1, 0});
  best.proven_optimal = true;
  best.planning = std::chrono::duration<double, std::micro>{12.5};
  EXPECT_EQ(csv(comparison_of({best}), true),
            "workload,tasks,device,engine,lower_bound_ms,policy,submission,predicted_ms,makespan_ms,proven_optimal,"
            "planning_us,gates,rounds,order\n"
            "jobs,2,box,fast,8,best,ordered,10,10,true,12.5,,,1 0\n");
}

}  // namespace
}  // namespace warpshop::report
