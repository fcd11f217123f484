#include "sim/report/timeline_drawing.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/instance.hpp"

namespace warpshop::report {
namespace {

Simulation two_tasks(std::vector<Interval> intervals) {
  Simulation simulation;
  simulation.workload = "jobs";
  simulation.device = "box";
  simulation.policy = "fifo";
  simulation.task_names = {"a", "b"};
  simulation.plan.order = {0, 1};
  simulation.timeline.intervals = std::move(intervals);
  return simulation;
}

/// Numbers and names of the rows.
std::vector<std::pair<std::uint32_t, std::string>> rows(const TimelineRows& drawing) {
  std::vector<std::pair<std::uint32_t, std::string>> rows;
  for (const TimelineRow& row : drawing.rows) {
    rows.emplace_back(row.number, row.name);
  }
  return rows;
}

using Rows = std::vector<std::pair<std::uint32_t, std::string>>;

TEST(TimelineDrawing, HasARowAnEngineAndThePlanInItsName) {
  Simulation simulation = two_tasks({{0, Stage::h2d, Millis{0}, Millis{2}}, {0, Stage::d2h, Millis{2}, Millis{3}}});
  simulation.basis.set = {"x=1"};
  const auto drawings = drawn(simulation);
  ASSERT_EQ(drawings.size(), 1U);
  const TimelineRows& drawing = drawings.front();
  ASSERT_EQ(drawing.panels.size(), 1U);
  EXPECT_EQ(drawing.panels[0].name, "jobs on box, fifo, --set x=1");
  EXPECT_EQ(rows(drawing), (Rows{{1, "h2d"}, {2, "compute"}, {3, "d2h"}}));
  EXPECT_EQ(drawing.row_of, (std::vector<std::uint32_t>{1, 3}));
  EXPECT_FALSE(drawing.continues(0));
  EXPECT_TRUE(drawing.continues(1));
  EXPECT_TRUE(drawing.marks.empty() && drawing.counts.empty() && drawing.gates.empty());
}

TEST(TimelineDrawing, BothCopiesShareTheRowOfOneDmaEngine) {
  Simulation simulation = two_tasks({{0, Stage::h2d, Millis{0}, Millis{2}}, {1, Stage::d2h, Millis{2}, Millis{3}}});
  simulation.timeline.dma_engines = 1;
  const auto drawings = drawn(simulation);
  EXPECT_EQ(rows(drawings[0]), (Rows{{1, "dma"}, {2, "compute"}, {1, "dma"}}));
  EXPECT_EQ(drawings[0].row_of, (std::vector<std::uint32_t>{1, 1}));
}

TEST(TimelineDrawing, KernelsThatOverlapHaveRowsAndCounts) {
  Simulation simulation =
      two_tasks({{0, Stage::kernel, Millis{0}, Millis{2}}, {1, Stage::kernel, Millis{1}, Millis{3}}});
  simulation.timeline.residencies = {{.task = 0, .sms = 10, .ctas_per_sm = 8, .start = Millis{0}, .end = Millis{1}},
                                     {.task = 0, .sms = 10, .ctas_per_sm = 3, .start = Millis{1}, .end = Millis{2}},
                                     {.task = 1, .sms = 10, .ctas_per_sm = 5, .start = Millis{1}, .end = Millis{3}}};
  const auto drawings = drawn(simulation);
  const TimelineRow& second = drawings[0].rows.back();
  EXPECT_EQ(second.name, "compute 2");
  EXPECT_EQ(second.place, 2U);
  EXPECT_EQ(drawings[0].row_of, (std::vector<std::uint32_t>{2, second.number}));
  std::vector<std::pair<std::uint32_t, std::int64_t>> counts;
  for (const TimelineCount& count : drawings[0].counts) {
    counts.emplace_back(count.task, count.ctas);
  }
  EXPECT_EQ(counts, (std::vector<std::pair<std::uint32_t, std::int64_t>>{{0, 80}, {0, 30}, {1, 50}, {0, 0}, {1, 0}}));
}

TEST(TimelineDrawing, AGateLeadsFromTheCopyInToTheCopyOut) {
  Simulation simulation = two_tasks({{0, Stage::d2h, Millis{5}, Millis{7}}, {1, Stage::h2d, Millis{1}, Millis{5}}});
  simulation.plan.gates = {{.d2h = 0, .h2d = 1}};
  EXPECT_EQ(drawn(simulation)[0].gates, (std::vector<std::pair<std::size_t, std::size_t>>{{1, 0}}));
}

TEST(TimelineDrawing, MarksStandOnTheDeviceOfTheirTask) {
  Simulation simulation =
      two_tasks({{0, Stage::kernel, Millis{0}, Millis{7}}, {1, Stage::kernel, Millis{2}, Millis{5}, 1}});
  simulation.fleet = {"x", "y"};
  simulation.timeline.fleet_dma_engines = {2, 2};
  simulation.releases = {Millis{0}, Millis{2}};
  simulation.due = {Millis{7}, Millis{4}};
  const auto drawings = drawn(simulation);
  ASSERT_EQ(drawings[0].panels.size(), 2U);
  EXPECT_EQ(drawings[0].panels[1].name, "y: jobs on box, fifo");
  std::string marks;
  for (const TimelineMark& mark : drawings[0].marks) {
    marks += std::string(mark.kind) + std::to_string(mark.device) + simulation.task_names[mark.task] + ' ';
  }
  EXPECT_EQ(marks, "due0a release1b due1b late1b ");
}

TEST(TimelineDrawing, OfARunIsPredictedAboveMeasured) {
  warpshop::Run run;
  run.workload = "jobs";
  run.device = "box";
  run.backend = "cuda";
  run.chip = "NVIDIA Box";
  run.policy = "fifo";
  const auto drawings = drawn(run);
  ASSERT_EQ(drawings.size(), 2U);
  EXPECT_EQ(drawings[0].panels[0].name, "predicted");
  EXPECT_EQ(drawings[0].panels[0].label, "jobs on box, fifo");
  EXPECT_EQ(drawings[1].panels[0].label, "jobs on box, fifo, cuda, NVIDIA Box");
}

}  // namespace
}  // namespace warpshop::report
