#include "sim/report/comparison_table.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "sim/report/side_by_side.hpp"
#include "tests/support/comparisons.hpp"

namespace warpshop::report {
namespace {

using test::comparison_of;
using test::csv;
using test::line;
using test::line_from;
using test::random_orders;
using test::result;
using test::table;

TEST(ComparisonTable, SaysHowRandomOrdersSpreadAndTheGainOverTheirMedian) {
  const std::string text = table(comparison_of({result("best", 10, 10, {1, 0}), random_orders()}), {});
  EXPECT_EQ(line(text, 6),
            "random:1000: 9.000 … 24.000 ms, quartiles 11.000, 12.500, 15.000, mean 13.250; gain of best over the "
            "median 20.0 %.");
}

TEST(ComparisonTable, ShowsWhatPoliciesPredictedWhereARowShowsThatItCostsSomethingElse) {
  const std::string text = table(comparison_of({result("best", 10, 10, {1, 0}), result("neh", 11.5, 12, {0, 1})}), {});
  EXPECT_EQ(line(text, 2), "   policy  predicted ms  makespan ms     gap  gain over fifo  order");
  EXPECT_EQ(line(text, 3), "*  best          10.000       10.000  25.0 %          37.5 %  b-a");
  EXPECT_EQ(line(text, 4), "   neh           11.500       12.000  50.0 %          25.0 %  as listed");
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
