#include "sim/io/json/chrome_trace.hpp"

#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "sim/model/instance.hpp"
#include "sim/report/timeline_drawing.hpp"
#include "tests/io/example_run.hpp"

namespace warpshop::io {
namespace {

/// The rows of a process with two DMA engines.
std::string rows(const std::string& process) {
  std::string text;
  for (const auto& [row, name] : {std::pair{"1", "h2d"}, std::pair{"2", "compute"}, std::pair{"3", "d2h"}}) {
    const std::string at = R"({"ph":"M","pid":)" + process + R"(,"tid":)" + row;
    text += at + R"(,"name":"thread_name","args":{"name":")" + name + "\"}},\n" + at +
            R"(,"name":"thread_sort_index","args":{"sort_index":)" + row + "}},\n";
  }
  return text;
}

TEST(ChromeTrace, OfARunShowsPredictedAboveMeasured) {
  std::ostringstream out;
  write_chrome_trace(out, report::drawn(test::example_run()));
  EXPECT_EQ(
      out.str(),
      R"({"otherData":{"madeBy":"warpshop"},"displayTimeUnit":"ms","traceEvents":[)"
      "\n"
      R"({"ph":"M","pid":1,"tid":0,"name":"process_name","args":{"name":"predicted"}},)"
      "\n"
      R"({"ph":"M","pid":1,"tid":0,"name":"process_labels","args":{"labels":"jobs on box, neh-gpu"}},)"
      "\n"
      R"({"ph":"M","pid":1,"tid":0,"name":"process_sort_index","args":{"sort_index":1}},)"
      "\n" +
          rows("1") +
          R"({"ph":"X","pid":1,"tid":2,"ts":0.0,"dur":1000.0,"name":"b","cat":"kernel","args":{"stage":"kernel","position":1}},)"
          "\n"
          R"({"ph":"X","pid":1,"tid":1,"ts":0.0,"dur":1000.0,"name":"a","cat":"h2d","args":{"stage":"h2d","position":0}},)"
          "\n"
          R"({"ph":"X","pid":1,"tid":2,"ts":1000.0,"dur":2000.0,"name":"a","cat":"kernel","args":{"stage":"kernel","position":0}},)"
          "\n"
          R"({"ph":"s","pid":1,"tid":1,"ts":0.0,"id":1,"name":"task","cat":"task"},)"
          "\n"
          R"({"ph":"f","pid":1,"tid":2,"ts":1000.0,"id":1,"name":"task","cat":"task","bp":"e"},)"
          "\n"
          R"({"ph":"M","pid":2,"tid":0,"name":"process_name","args":{"name":"measured"}},)"
          "\n"
          R"({"ph":"M","pid":2,"tid":0,"name":"process_labels","args":{"labels":"jobs on box, neh-gpu, cuda, NVIDIA Box"}},)"
          "\n"
          R"({"ph":"M","pid":2,"tid":0,"name":"process_sort_index","args":{"sort_index":2}},)"
          "\n" +
          rows("2") +
          R"({"ph":"X","pid":2,"tid":2,"ts":0.0,"dur":1500.0,"name":"b","cat":"kernel","args":{"stage":"kernel","position":1}},)"
          "\n"
          R"({"ph":"X","pid":2,"tid":1,"ts":0.0,"dur":1250.0,"name":"a","cat":"h2d","args":{"stage":"h2d","position":0}},)"
          "\n"
          R"({"ph":"X","pid":2,"tid":2,"ts":1500.0,"dur":2500.0,"name":"a","cat":"kernel","args":{"stage":"kernel","position":0}},)"
          "\n"
          R"({"ph":"s","pid":2,"tid":1,"ts":0.0,"id":2,"name":"task","cat":"task"},)"
          "\n"
          R"({"ph":"f","pid":2,"tid":2,"ts":1500.0,"id":2,"name":"task","cat":"task","bp":"e"})"
          "\n]}\n");
}

TEST(ChromeTrace, OfARunPutsBothCopiesOnTheOneDmaEngineThatThereIs) {
  auto run = test::example_run();
  run.predicted.dma_engines = run.measured.dma_engines = 1;
  run.measured.intervals[0].stage = Stage::d2h;
  std::ostringstream out;
  write_chrome_trace(out, report::drawn(run));
  EXPECT_NE(out.str().find(R"({"ph":"X","pid":2,"tid":1,"ts":0.0,"dur":1500.0,"name":"b","cat":"d2h")"),
            std::string::npos);
}

TEST(ChromeTrace, OfKernelsThatShareTheGpuHasRowsAndCounters) {
  Simulation simulation;
  simulation.task_names = {"a", "b"};
  simulation.plan.order = {0, 1};
  simulation.timeline.intervals = {{0, Stage::kernel, Millis{0}, Millis{2}}, {1, Stage::kernel, Millis{1}, Millis{3}}};
  simulation.timeline.residencies = {
      {.task = 0, .sms = 10, .ctas_per_sm = 8, .start = Millis{0}, .end = Millis{1}, .subtasks = 5},
      {.task = 0, .sms = 10, .ctas_per_sm = 3, .start = Millis{1}, .end = Millis{2}, .subtasks = 5},
      {.task = 1, .sms = 10, .ctas_per_sm = 5, .start = Millis{1}, .end = Millis{3}, .subtasks = 9}};
  simulation.timeline.makespan = Millis{3};
  std::ostringstream out;
  write_chrome_trace(out, report::drawn(simulation));
  const std::string text = out.str();
  const auto has = [&](const std::string& event) { return text.find(event) != std::string::npos; };
  EXPECT_TRUE(has(R"("tid":5,"name":"thread_name","args":{"name":"compute 2"})"));
  EXPECT_TRUE(has(R"({"ph":"X","pid":1,"tid":2,"ts":0.0,"dur":2000.0,"name":"a")"));
  EXPECT_TRUE(has(R"({"ph":"X","pid":1,"tid":5,"ts":1000.0,"dur":2000.0,"name":"b")"));
  for (const char* counter :
       {R"("ts":0.0,"name":"CTAs","args":{"a":80})", R"("ts":1000.0,"name":"CTAs","args":{"a":30})",
        R"("ts":1000.0,"name":"CTAs","args":{"b":50})", R"("ts":2000.0,"name":"CTAs","args":{"a":0})",
        R"("ts":3000.0,"name":"CTAs","args":{"b":0})"}) {
    EXPECT_TRUE(has(counter)) << counter << text;
  }
}

TEST(ChromeTrace, DrawsAnArrowFromACopyToTheOneThatItsGateHoldsBack) {
  Simulation simulation;
  simulation.task_names = {"a", "b"};
  simulation.plan = {.order = {0, 1}, .gates = {{.d2h = 0, .h2d = 1}}};
  simulation.timeline.intervals = {{0, Stage::d2h, Millis{5}, Millis{7}}, {1, Stage::h2d, Millis{1}, Millis{5}}};
  std::ostringstream out;
  write_chrome_trace(out, report::drawn(simulation));
  EXPECT_NE(out.str().find(R"({"ph":"s","pid":1,"tid":1,"ts":1000.0,"id":1,"name":"gate","cat":"gate"},)"
                           "\n"
                           R"({"ph":"f","pid":1,"tid":3,"ts":5000.0,"id":1,"name":"gate","cat":"gate","bp":"e"})"
                           "\n]}"),
            std::string::npos)
      << out.str();
}

TEST(ChromeTrace, MarksReleasesDueDatesAndEndsOfLateTasks) {
  Simulation simulation;
  simulation.task_names = {"a", "b"};
  simulation.plan = {.order = {0, 1}, .devices = {1, 1}};
  simulation.fleet = {"x", "y"};
  simulation.timeline.fleet_dma_engines = {2, 2};
  simulation.timeline.intervals = {{0, Stage::kernel, Millis{0}, Millis{7}},
                                   {1, Stage::kernel, Millis{2}, Millis{5}, 1}};
  simulation.releases = {Millis{0}, Millis{2}};
  simulation.due = {Millis{7}, Millis{4}};
  std::ostringstream out;
  write_chrome_trace(out, report::drawn(simulation));
  const std::string trace = out.str();
  EXPECT_NE(
      trace.find(
          R"({"ph":"M","pid":1,"tid":4,"name":"thread_name","args":{"name":"release, due, late"}},)"
          "\n"
          R"({"ph":"M","pid":1,"tid":4,"name":"thread_sort_index","args":{"sort_index":4}},)"
          "\n"
          R"({"ph":"i","pid":1,"tid":4,"ts":7000.0,"s":"t","name":"due a","cat":"due","args":{"position":0}},)"
          "\n"
          R"({"ph":"M","pid":2,"tid":4,"name":"thread_name","args":{"name":"release, due, late"}},)"
          "\n"
          R"({"ph":"M","pid":2,"tid":4,"name":"thread_sort_index","args":{"sort_index":4}},)"
          "\n"
          R"({"ph":"i","pid":2,"tid":4,"ts":2000.0,"s":"t","name":"release b","cat":"release","args":{"position":1}},)"
          "\n"
          R"({"ph":"i","pid":2,"tid":4,"ts":4000.0,"s":"t","name":"due b","cat":"due","args":{"position":1}},)"
          "\n"
          R"({"ph":"i","pid":2,"tid":4,"ts":5000.0,"s":"t","name":"late b","cat":"late","args":{"position":1}})"
          "\n]}"),
      std::string::npos)
      << trace;
}

TEST(ChromeTrace, OfARunMarksDueDatesBesideBothTimelines) {
  auto run = test::example_run();
  run.due = {Millis{1}, kNoDueDate};
  std::ostringstream out;
  write_chrome_trace(out, report::drawn(run));
  for (const char* process : {"1", "2"}) {
    EXPECT_NE(
        out.str().find(R"({"ph":"i","pid":)" + std::string(process) + R"(,"tid":4,"ts":1000.0,"s":"t","name":"due a")"),
        std::string::npos);
  }
}

}  // namespace
}  // namespace warpshop::io
