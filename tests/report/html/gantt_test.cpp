#include <regex>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/simulation.hpp"
#include "sim/report/html/gantt_chart.hpp"
#include "sim/report/html/gantt_rows.hpp"
#include "sim/report/timeline_drawing.hpp"
#include "tests/support/html_check.hpp"

namespace warpshop::report::html {
namespace {

Simulation simulated(std::vector<std::string> names, std::vector<Interval> intervals) {
  Simulation simulation;
  simulation.workload = "jobs";
  simulation.device = "box";
  simulation.policy = "fifo";
  simulation.task_names = std::move(names);
  for (std::uint32_t task = 0; task < simulation.task_names.size(); ++task) {
    simulation.plan.order.push_back(task);
  }
  for (const Interval& interval : intervals) {
    simulation.timeline.makespan = std::max(simulation.timeline.makespan, interval.end);
  }
  simulation.timeline.intervals = std::move(intervals);
  return simulation;
}

std::string chart_of(const Simulation& simulation, std::vector<Millis> alone = {}) {
  const auto drawings = drawn(simulation);
  return gantt(drawings.front(), {.caption = "fifo", .until = simulation.timeline.makespan, .alone = alone});
}

struct DrawnBar {
  double x = 0, width = 0;
  std::string hover;
};

std::vector<DrawnBar> bars_of(const std::string& text) {
  static const std::regex bar(
      R"re(<rect class="(?:dense )?bar[^"]*" x="([0-9.]+)" y="[0-9.]+" width="([0-9.]+)" height="[0-9.]+"[^>]*><title>([^<]*)</title>)re");
  std::vector<DrawnBar> bars;
  for (std::sregex_iterator found(text.begin(), text.end(), bar); found != std::sregex_iterator(); ++found) {
    bars.push_back({std::stod((*found)[1]), std::stod((*found)[2]), (*found)[3]});
  }
  return bars;
}

/// n tasks, one behind the other on each engine.
Simulation many(std::uint32_t tasks) {
  std::vector<std::string> names;
  std::vector<Interval> intervals;
  for (std::uint32_t task = 0; task < tasks; ++task) {
    names.push_back("t" + std::to_string(task));
    const double start = task;
    intervals.push_back({task, Stage::h2d, Millis{start}, Millis{start + 0.9}});
    intervals.push_back({task, Stage::kernel, Millis{start + 1}, Millis{start + 1.5}});
    intervals.push_back({task, Stage::d2h, Millis{start + 1.5}, Millis{start + 2.4}});
  }
  return simulated(std::move(names), std::move(intervals));
}

TEST(Gantt, BarsStandWhereTheirTimesAre) {
  const Simulation simulation = simulated({"a", "b"}, {{0, Stage::h2d, Millis{0}, Millis{10}},
                                                       {0, Stage::kernel, Millis{10}, Millis{30}},
                                                       {1, Stage::h2d, Millis{10}, Millis{20}},
                                                       {1, Stage::d2h, Millis{30}, Millis{40}}});
  const auto bars = bars_of(chart_of(simulation));
  ASSERT_EQ(bars.size(), 4U);
  const double left = bars[0].x;
  const double pixels = bars[0].width / 10;                                                      // of a millisecond
  const std::vector<std::pair<double, double>> expected{{0, 10}, {10, 20}, {10, 30}, {30, 40}};  // row by row
  for (std::size_t i = 0; i < bars.size(); ++i) {
    EXPECT_NEAR(bars[i].x, left + expected[i].first * pixels, 0.02) << i;
    EXPECT_NEAR(bars[i].width, (expected[i].second - expected[i].first) * pixels, 0.02) << i;
  }
}

TEST(Gantt, BarsSayWhatTheyAreAndWhatTheyLose) {
  const Simulation simulation =
      simulated({"<b>", "out"}, {{0, Stage::h2d, Millis{0}, Millis{12.5}}, {1, Stage::d2h, Millis{2}, Millis{4}}});
  const auto bars = bars_of(chart_of(simulation, {Millis{10}, Millis{2}}));
  ASSERT_EQ(bars.size(), 2U);
  EXPECT_EQ(bars[0].hover, "&lt;b&gt;, h2d: 0 ms … 12.500 ms; 12.500 ms here, 10.000 ms alone (+25.0 %)");
  EXPECT_EQ(bars[1].hover, "out, d2h: 2.000 ms … 4.000 ms; 2.000 ms, as alone");
}

TEST(Gantt, HatchesWhenCopiesMoveBothWays) {
  const Simulation simulation =
      simulated({"a", "b"}, {{0, Stage::h2d, Millis{0}, Millis{10}}, {1, Stage::d2h, Millis{6}, Millis{16}}});
  const GanttRows rows = gantt_rows(simulation.timeline, Millis{0.01});
  ASSERT_EQ(rows.both_ways.size(), 1U);
  ASSERT_EQ(rows.both_ways[0].size(), 1U);
  EXPECT_EQ(rows.both_ways[0][0].start, Millis{6});
  EXPECT_EQ(rows.both_ways[0][0].end, Millis{10});
  EXPECT_EQ(test::count_of(chart_of(simulation), "<rect class=\"both\""), 3U);  // on both copy rows, and in the legend
}

TEST(Gantt, EveryCommandIsDrawnOrCounted) {
  for (const std::uint32_t tasks : {1U, 50U, 3000U, 20'000U}) {
    const Simulation simulation = many(tasks);
    const std::string text = chart_of(simulation);
    std::size_t counted = 0;
    static const std::regex several("^([0-9]+) commands from ");
    for (const DrawnBar& bar : bars_of(text)) {
      std::smatch number;
      counted += std::regex_search(bar.hover, number, several) ? std::stoul(number[1]) : 1;
    }
    EXPECT_EQ(counted, 3 * std::size_t{tasks});
    EXPECT_EQ(test::problem_of_html(text), "");
    EXPECT_LT(text.size(), 1'500'000U) << tasks;
  }
}

TEST(Gantt, TellsThatBarsAreMerged) {
  EXPECT_EQ(chart_of(many(20)).find("narrower than can be drawn"), std::string::npos);
  EXPECT_NE(chart_of(many(10'000)).find("of 30000 commands are narrower than can be drawn"), std::string::npos);
}

TEST(Gantt, ManyDevicesAreBoundedAndCounted) {
  Simulation simulation = many(2000);
  simulation.timeline.fleet_dma_engines.assign(40, 2);
  for (Interval& interval : simulation.timeline.intervals) {
    interval.device = interval.task % 40;
  }
  for (int device = 0; device < 40; ++device) {
    simulation.fleet.push_back("box#" + std::to_string(device + 1));
  }
  const GanttRows rows = gantt_rows(simulation.timeline, Millis{0.001});
  std::size_t bars = 0;
  std::size_t spans = 0;
  for (const DrawnRow& row : rows.rows) {
    EXPECT_LT(row.of.device, kMostDrawnDevices);
    bars += row.bars.size();
    spans += row.of.spans.size();
  }
  EXPECT_LE(bars, kMostBars);
  EXPECT_EQ(spans + rows.left_out, simulation.timeline.intervals.size());
}

TEST(Gantt, TakesTimelinesWithoutLength) {
  const Simulation nothing = simulated({"a"}, {{0, Stage::kernel, Millis{0}, Millis{0}}});
  const std::string text = chart_of(nothing);
  EXPECT_EQ(test::problem_of_html(text), "");
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_EQ(text.find("inf"), std::string::npos);
  EXPECT_EQ(test::problem_of_html(chart_of(simulated({}, {}))), "");
}

}  // namespace
}  // namespace warpshop::report::html
