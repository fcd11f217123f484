#include "sim/report/timeline_table.hpp"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

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
  table(out, simulation);
  return out.str();
}

std::string csv_of(const Simulation& simulation) {
  std::ostringstream out;
  csv(out, simulation);
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

TEST(TimelineTable, SaysWhichCopiesAreHeldBack) {
  Simulation simulation = simulation_of(four_intervals());
  simulation.plan.gates = {{.d2h = 0, .h2d = 1}};
  EXPECT_NE(table_of(simulation).find("order a, first-b (1 gate)\ngates d2h a, first after h2d b\nbusy: "),
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

TEST(TimelineCsv, IsUnroundedAndNamesEngines) {
  EXPECT_EQ(csv_of(simulation_of(four_intervals())),
            "task,position,stage,engine,start_ms,end_ms\n"
            "\"a, first\",0,h2d,h2d,0,2\n"
            "\"a, first\",0,kernel,compute,2,6\n"
            "b,1,h2d,h2d,2,3.0004\n"
            "b,1,d2h,d2h,7.5,8\n");
}

TEST(TimelineCsv, HoldsThePlanningTimeWhereItWasTaken) {
  Simulation simulation = simulation_of({{1, Stage::kernel, Millis{0}, Millis{1}}});
  simulation.planning = std::chrono::duration<double, std::micro>{12.5};
  EXPECT_EQ(csv_of(simulation),
            "task,position,stage,engine,start_ms,end_ms,planning_us\n"
            "b,1,kernel,compute,0,1,12.5\n");
}

TEST(TimelineCsv, BothCopiesRunOnTheOneDmaEngineThatThereIs) {
  EXPECT_EQ(csv_of(simulation_of({{1, Stage::h2d, Millis{0}, Millis{1}}, {1, Stage::d2h, Millis{1}, Millis{2}}}, 1)),
            "task,position,stage,engine,start_ms,end_ms\n"
            "b,1,h2d,dma,0,1\n"
            "b,1,d2h,dma,1,2\n");
}

}  // namespace
}  // namespace warpshop::report
