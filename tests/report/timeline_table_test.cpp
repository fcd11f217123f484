#include "sim/report/timeline_table.hpp"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include "sim/model/instance.hpp"
#include "sim/model/utf8.hpp"
#include "sim/report/described_csv.hpp"
#include "sim/share/mechanisms.hpp"
#include "tests/support/csv_cells.hpp"
#include "tests/support/planned_by.hpp"

namespace warpshop::report {
namespace {

Simulation simulation_of(std::vector<Interval> intervals, int dma_engines = 2) {
  Simulation simulation;
  simulation.workload = "jobs";
  simulation.task_names = {"a, first", "b"};
  simulation.device = "box";
  simulation.engine = "fast";
  simulation.policy = "fifo";
  simulation.plan.order = {0, 1};
  simulation.predicted = Millis{7.5};
  simulation.lower_bound = Millis{6};
  simulation.timeline = {.intervals = std::move(intervals), .makespan = Millis{8}, .dma_engines = dma_engines};
  simulation.cost = Millis{8};
  return simulation;
}

const std::vector<Interval>& four_intervals() {
  static const std::vector<Interval> intervals{{0, Stage::h2d, Millis{0}, Millis{2}},
                                               {0, Stage::kernel, Millis{2}, Millis{6}},
                                               {1, Stage::h2d, Millis{2}, Millis{3.0004}},
                                               {1, Stage::d2h, Millis{7.5}, Millis{8}}};
  return intervals;
}

std::string table_of(const Simulation& simulation) {
  std::ostringstream out;
  print(out, format::Table{}, simulation);
  return out.str();
}

std::string csv_of(const Simulation& simulation) {
  std::ostringstream out;
  print(out, format::Csv{}, simulation);
  return out.str();
}

TEST(TimelineTable, SaysMakespanOrderHowBusyEachEngineIsAndEveryInterval) {
  EXPECT_EQ(table_of(simulation_of(four_intervals())),
            "jobs on box, engine fast, policy fifo: makespan 8.000 ms (predicted 7.500, no plan is below 6.000)\n"
            "order a, first-b\n"
            "busy: h2d 37.5 %, kernel 50.0 %, d2h 6.2 %\n"
            "\n"
            "task      stage   engine   start ms  end ms\n"
            "a, first  h2d     h2d         0.000   2.000\n"
            "a, first  kernel  compute     2.000   6.000\n"
            "b         h2d     h2d         2.000   3.000\n"
            "b         d2h     d2h         7.500   8.000\n");
}

TEST(TimelineTable, SaysWhatToSetWhereKernelsShare) {
  Simulation simulation = simulation_of(four_intervals());
  simulation.plan.share = test::share_by_hand("joint", {9}, {.settable = Settable::kernels});
  simulation.plan.share->way = "smt";
  simulation.settings = {{.tasks = {0}, .sms = 9, .ctas_per_sm = 8, .with = 1},
                         {.tasks = {1}, .sms = 19, .ctas_per_sm = 16}};
  const std::string table = table_of(simulation);
  EXPECT_NE(table.find("\nshares: joint by smt:9\n"), std::string::npos) << table;
  const std::string rows =
      "task      CTAs per SM  SMs  mostly with\n"
      "a, first            8    9  b\n"
      "b                  16   19\n";
  EXPECT_NE(
      table.find("\n\nWhat to set for each kernel, as it is beside the one that it is mostly with, or alone:\n" + rows),
      std::string::npos)
      << table;
  simulation.plan.share->settable = Settable::while_running;
  EXPECT_NE(table_of(simulation)
                .find("\n\nWhat each kernel held longest beside the one that it is mostly with, or alone (set while it "
                      "runs, cannot be set once):\n" +
                      rows),
            std::string::npos);
  simulation.plan.share->settable = Settable::nothing;
  EXPECT_EQ(table_of(simulation).find(rows), std::string::npos);
}

TEST(TimelineTable, SaysTheLimitOfEachMpsClient) {
  Simulation simulation = simulation_of(four_intervals());
  simulation.plan.share = test::share_by_hand("mps", {90, 12.5}, {.settable = Settable::mps_limits});
  simulation.settings = {{.tasks = {0, 1}, .sms = 25, .mps_percentage = 90},
                         {.tasks = {1}, .sms = 3, .mps_percentage = 12.5}};
  EXPECT_NE(table_of(simulation)
                .find("\n\nWhat to set for each client:\n"
                      "client       MPS %  SMs\n"
                      "a, first, b     90   25\n"
                      "b             12.5    3\n"),
            std::string::npos);
}

TEST(TimelineTable, TellsMigInstancesOfOneProfileApart) {
  Simulation simulation = simulation_of(four_intervals());
  simulation.plan.share = test::share_by_hand("mig", {3, 3}, {.settable = Settable::mig_instances});
  simulation.settings = {{.tasks = {0}, .mig_instance = 2, .mig_profile = "3g"},
                         {.tasks = {1}, .mig_instance = 1, .mig_profile = "3g"}};
  EXPECT_NE(table_of(simulation)
                .find("\n\nWhat to set for each task:\n"
                      "task      MIG instance  profile\n"
                      "a, first             2  3g\n"
                      "b                    1  3g\n"),
            std::string::npos);
}

TEST(TimelineTable, SaysWhatToDoWhereNoKernelIsSet) {
  Simulation simulation = simulation_of(four_intervals());
  simulation.plan.share = Share("timeslice", share::kTimeSlices);
  EXPECT_NE(table_of(simulation).find("\nshares: timeslice, processes without MPS; slice"), std::string::npos);
}

TEST(TimelineTable, SaysWhichCopiesAreHeldBack) {
  Simulation simulation = simulation_of(four_intervals());
  simulation.plan.gates = {{.d2h = 0, .h2d = 1}};
  EXPECT_NE(table_of(simulation).find("order a, first-b (gates 0:1)\ngates d2h a, first after h2d b\nbusy: "),
            std::string::npos);
}

TEST(TimelineTable, TellsProvenOptimaAndOrdersOfTheUser) {
  Simulation simulation = simulation_of(four_intervals());
  simulation.seeks_optimum = true;
  EXPECT_NE(table_of(simulation).find(", policy fifo (not proven): makespan"), std::string::npos);
  simulation.proven_optimal = true;
  EXPECT_NE(table_of(simulation).find(", policy fifo (proven): makespan"), std::string::npos);
  simulation.seeks_optimum = simulation.proven_optimal = false;
  simulation.order_given = true;
  EXPECT_NE(table_of(simulation).find(", policy fifo, order of submission given: makespan"), std::string::npos);
}

TEST(TimelineTable, ShowsReleaseDueDateEndAndSlackOfEachTaskWhereAnyHasThem) {
  Simulation simulation = simulation_of(four_intervals());
  simulation.releases = {Millis{0}, Millis{1.5}};
  const auto times_of = [](const Simulation& of) {
    const std::string text = table_of(of);
    return text.substr(text.find("8.000\n\n") + 7);
  };
  EXPECT_EQ(times_of(simulation),
            "task      release ms  due ms  end ms  slack ms\n"
            "a, first       0.000           6.000\n"
            "b              1.500           8.000\n");
  simulation.due = {Millis{6}, Millis{7.75}};
  EXPECT_EQ(times_of(simulation),
            "1 of 2 late, least slack -0.250 ms (b)\n"
            "task      release ms  due ms  end ms  slack ms\n"
            "a, first       0.000   6.000   6.000         0\n"
            "b              1.500   7.750   8.000    -0.250  late\n");
  simulation.due = {Millis{6}, kNoDueDate};
  EXPECT_EQ(times_of(simulation).substr(0, 39), "0 of 1 late, least slack 0 ms (a, first");
}

TEST(TimelineTable, SaysOfHowManyPoliciesItsOwnRankedFirstAndWhatIsProven) {
  Simulation simulation = simulation_of(four_intervals());
  simulation.ranked = 13;
  simulation.proven_optimal = true;
  const std::string text = table_of(simulation);
  EXPECT_NE(text.find(", policy fifo (proven), first of 13: makespan"), std::string::npos) << text;
  EXPECT_NE(text.find("\nfifo (proven): best of all orders in ordered submission"), std::string::npos) << text;
}

TEST(TimelineTable, ShowsHowLongPlanningTookIfItWasTaken) {
  Simulation simulation = simulation_of(four_intervals());
  simulation.planning = std::chrono::duration<double, std::micro>{12.34};
  EXPECT_NE(table_of(simulation).find("\nplanned in 12.3 us\n"), std::string::npos);
}

TEST(TimelineTable, OfManyIntervalsShowsTheFirstAndHowManyThereAre) {
  const std::string text =
      table_of(simulation_of(std::vector<Interval>(125, {1, Stage::kernel, Millis{0}, Millis{0}})));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4 + 1 + 120 + 1);
  EXPECT_NE(text.find("… 5 more; --format json or csv has them all\n"), std::string::npos);
}

TEST(TimelineTable, AnEmptyTimelineKeepsNobodyBusy) {
  Simulation simulation = simulation_of({});
  simulation.timeline.makespan = simulation.cost = Millis{0};
  EXPECT_NE(table_of(simulation).find("busy: h2d 0.0 %, kernel 0.0 %, d2h 0.0 %\n"), std::string::npos);
}

TEST(TimelineTable, BreaksWhatItRestsOn) {
  Simulation simulation = simulation_of(four_intervals());
  simulation.basis.assumed = {"transfer.pinned.h2d.alone", "transfer.pinned.d2h.alone", "transfer.pinned.h2d.duplex"};
  std::ostringstream out;
  print(out, format::Table{.width = 60}, simulation);
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(display_width(line), 60U) << line;
  }
}

TEST(TimelineTable, ShowsTheWholeOrderAndBreaksItOnATerminal) {
  Simulation simulation = simulation_of(four_intervals());
  simulation.task_names = std::vector<std::string>(40, "123456789");
  simulation.plan.order.resize(40);
  std::ostringstream out;
  print(out, format::Table{.width = 80}, simulation);
  std::istringstream lines(out.str());
  std::string order;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(display_width(line), 80U) << line;
    order += line.find("123456789-") == std::string::npos ? "" : line.substr(line.starts_with("order ") ? 6 : 2);
  }
  std::string whole = "123456789";
  for (int task = 1; task < 40; ++task) {
    whole += "-123456789";
  }
  EXPECT_NE(table_of(simulation).find("order " + whole + "\n"), std::string::npos);
  EXPECT_EQ(order.substr(0, 390), whole.substr(0, 390));
}

TEST(TimelineCsv, HoldsReleaseDueDateEndAndSlackOfTheTask) {
  Simulation simulation =
      simulation_of({{0, Stage::kernel, Millis{0}, Millis{1}}, {1, Stage::kernel, Millis{2}, Millis{5}}});
  simulation.releases = {Millis{0}, Millis{2}};
  simulation.due = {kNoDueDate, Millis{4}};
  const std::string text = csv_of(simulation);
  EXPECT_NE(text.find("\"a, first\",0,box,kernel,compute,0,1,0,,1,,jobs,"), std::string::npos) << text;
  EXPECT_NE(text.find("b,1,box,kernel,compute,2,5,2,4,5,-1,jobs,"), std::string::npos) << text;
}

constexpr const char* kTimelineHeader =
    "task,position,device,stage,engine,start_ms,end_ms,release_ms,due_ms,completion_ms,slack_ms,workload,simulator,"
    "policy,objective,lower_bound_ms,predicted_ms,cost_ms,makespan_ms,proven_optimal,planning_us,makespan_low_ms,"
    "makespan_high_ms,assumed,set,file,seed,budget,version,tasks,due_tasks,late_tasks,issued,simplified,recorded_ms,"
    "recorded_predicted_ms,recorded_is_close,recorded_step_errors_steps,recorded_step_errors_median,"
    "recorded_step_errors_worst,stp,antt,fairness,energy_j,peak_power_w,context_switch_ms,context_switch_low_ms,"
    "context_switch_high_ms,cost_low_ms,cost_high_ms\n";
/// Cells from `tasks` on: two tasks, of which none has a due date, and nothing else.
constexpr const char* kTwoTasks = ",2,0,,,,,,,,,,,,,,,,,,,";

TEST(TimelineCsv, IsUnroundedAndNamesEngines) {
  EXPECT_EQ(
      csv_of(simulation_of(four_intervals())),
      kTimelineHeader +
          test::with_cells("\"a, first\",0,box,h2d,h2d,0,2,0,,6,,jobs,fast,fifo,cmax,6,7.5,8,8,false,,,,,,,1,,\n"
                           "\"a, first\",0,box,kernel,compute,2,6,0,,6,,jobs,fast,fifo,cmax,6,7.5,8,8,false,,,,,,,1,,\n"
                           "b,1,box,h2d,h2d,2,3.0004,0,,8,,jobs,fast,fifo,cmax,6,7.5,8,8,false,,,,,,,1,,\n"
                           "b,1,box,d2h,d2h,7.5,8,0,,8,,jobs,fast,fifo,cmax,6,7.5,8,8,false,,,,,,,1,,\n",
                           kTwoTasks));
}

TEST(TimelineCsv, HasTheSameColumnsWhateverItIsAbout) {
  Simulation simulation = simulation_of({{1, Stage::kernel, Millis{0}, Millis{1}, 1}});
  simulation.planning = std::chrono::duration<double, std::micro>{12.5};
  simulation.fleet = {"box#1", "box#2"};
  simulation.timeline.fleet_dma_engines = {2, 2};
  simulation.objective = Objective::lateness;
  simulation.cost = Millis{-2};
  simulation.proven_optimal = true;
  simulation.origin = {.file = "jobs.yaml", .seed = 7, .budget = "200", .version = "1.2.3"};
  EXPECT_EQ(csv_of(simulation),
            kTimelineHeader +
                test::with_cells("b,1,box#2,kernel,compute,0,1,0,,1,,jobs,fast,fifo,lateness,6,7.5,-2,8,true,12.5,,,,,"
                                 "jobs.yaml,7,200,1.2.3\n",
                                 kTwoTasks));
}

TEST(TimelineCsv, BothCopiesRunOnTheOneDmaEngineThatThereIs) {
  const std::string text =
      csv_of(simulation_of({{1, Stage::h2d, Millis{0}, Millis{1}}, {1, Stage::d2h, Millis{1}, Millis{2}}}, 1));
  EXPECT_NE(text.find("b,1,box,h2d,dma,0,1,0,,2,,"), std::string::npos);
  EXPECT_NE(text.find("b,1,box,d2h,dma,1,2,0,,2,,"), std::string::npos);
}

}  // namespace
}  // namespace warpshop::report
