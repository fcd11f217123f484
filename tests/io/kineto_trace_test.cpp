#include "sim/io/json/kineto_trace.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "sim/io/json/json_parts.hpp"
#include "sim/report/timeline_drawing.hpp"

namespace warpshop::io {
namespace {

/// `a` is copied in, runs and is copied out; `b` is a kernel that is released at 2 ms.
Simulation two_tasks() {
  Simulation simulation;
  simulation.workload = "jobs";
  simulation.device = "box";
  simulation.policy = "fifo";
  simulation.task_names = {"a", "b"};
  simulation.plan.order = {0, 1};
  simulation.timeline.intervals = {{0, Stage::h2d, Millis{0}, Millis{0.0012344}},
                                   {0, Stage::kernel, Millis{0.5}, Millis{1}},
                                   {0, Stage::d2h, Millis{1}, Millis{3}},
                                   {1, Stage::kernel, Millis{2}, Millis{2.5}}};
  simulation.releases = {Millis{0}, Millis{2}};
  simulation.copies = {{CopyFacts{.bytes = Bytes{4096}}, {.memory = Memory::pageable}}, {}};
  return simulation;
}

Json trace_of(const Simulation& simulation) {
  std::ostringstream out;
  write_kineto_trace(out, report::drawn(simulation).front());
  return Json::parse(out.str());
}

TEST(KinetoTrace, HasACommandAndItsCallWithOneCorrelation) {
  const Json trace = trace_of(two_tasks());
  const Json& events = trace["traceEvents"];
  ASSERT_EQ(events.size(), 8U);
  EXPECT_EQ(events[0].dump(),
            R"j({"ph":"X","cat":"cuda_runtime","name":"cudaMemcpyAsync","pid":1,"tid":1,"ts":0.0,"dur":0.001,)j"
            R"j("args":{"correlation":1}})j");
  EXPECT_EQ(events[1].dump(),
            R"j({"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD (Pinned -> Device)","pid":0,"tid":7,"ts":0.003,)j"
            R"j("dur":1.234,"args":{"device":0,"context":1,"stream":7,"correlation":1,"bytes":4096}})j");
  EXPECT_EQ(events[3].dump(), R"j({"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":500.003,"dur":500.0,)j"
                              R"j("args":{"device":0,"context":1,"stream":7,"correlation":2}})j");
  EXPECT_EQ(events[5]["name"], "Memcpy DtoH (Device -> Pageable)");
  EXPECT_FALSE(events[5]["args"].contains("bytes"));
  EXPECT_EQ(trace["deviceProperties"].dump(), R"j([{"id":0,"name":"jobs on box, fifo"}])j");
}

TEST(KinetoTrace, IssuesATaskAtItsReleaseAndEveryCommandBeforeItStarts) {
  const Json trace = trace_of(two_tasks());
  const Json& events = trace["traceEvents"];
  EXPECT_EQ(events[6]["name"], "cudaLaunchKernel");
  EXPECT_EQ(events[6]["ts"], 2000.003);
  EXPECT_EQ(events[7]["args"]["stream"], 8);
  for (std::size_t call = 0; call < events.size(); call += 2) {
    EXPECT_LE(events[call]["ts"].get<double>(), events[call + 1]["ts"].get<double>());
    EXPECT_EQ(events[call]["args"]["correlation"], events[call + 1]["args"]["correlation"]);
  }
}

}  // namespace
}  // namespace warpshop::io
