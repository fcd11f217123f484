#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/comparisons.hpp"

namespace warpshop::report {
namespace {

using test::comparison_of;
using test::csv;
using test::line;
using test::random_orders;
using test::result;

constexpr const char* kHeader =
    "workload,tasks,device,simulator,objective,lower_bound_ms,policy,submission,predicted_ms,cost_ms,makespan_ms,"
    "due_tasks,late_tasks,proven_optimal,planning_us,tasks_by_device,gates,rounds,order,names,order_text,orders_drawn,"
    "minimum_ms,lower_quartile_ms,median_ms,mean_ms,upper_quartile_ms,maximum_ms,makespan_low_ms,makespan_high_ms,"
    "recorded_ms,recorded_predicted_ms,assumed,set,file,seed,budget,version,issued,simplified,recorded_is_close,"
    "recorded_step_errors_steps,recorded_step_errors_median,recorded_step_errors_worst,unchanged_policy,"
    "unchanged_cost_ms,share_policy,share_way,share_split,stp,antt,fairness,energy_j,peak_power_w,context_switch_ms,"
    "context_switch_low_ms,context_switch_high_ms,cost_low_ms,cost_high_ms\n";
/// Cells of what only some comparisons have, from `issued` on.
constexpr const char* kNone = ",,,,,,,,,,,,,,,,,,,,,\n";

TEST(ComparisonCsv, HasTheSpreadOfRandomOrdersInColumnsOfItsOwn) {
  const std::string text = csv(comparison_of({result("best", 10, 10, {1, 0}), random_orders()}), true);
  EXPECT_NE(
      line(text, 0).find(",orders_drawn,minimum_ms,lower_quartile_ms,median_ms,mean_ms,upper_quartile_ms,maximum_ms,"),
      std::string::npos);
  EXPECT_NE(line(text, 1).find(",b > a,b-a,,,,,,,,"), std::string::npos);
  EXPECT_NE(line(text, 2).find(",1000,9,11,12.5,13.25,15,24,"), std::string::npos);
}

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
  best.plan.rounds = {1, 1, 1};
  best.plan.devices = {1, 2};
  Comparison comparison = comparison_of({best});
  comparison.task_names = {"a", "b", "c"};
  comparison.fleet = {"box#1", "box#2"};
  comparison.objective = Objective::weighted_completion;
  comparison.origin.version = "1.2.3";
  EXPECT_EQ(csv(comparison, true),
            std::string(kHeader) +
                "jobs,3,box,fast,wc,8,gated,ordered,9,12,10,0,,true,12.5,1 2,1:0 0:2,1 1 1,1 0 2,"
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

}  // namespace
}  // namespace warpshop::report
