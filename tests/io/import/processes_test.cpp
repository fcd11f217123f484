#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/io/import/import_trace.hpp"
#include "sim/model/instance.hpp"
#include "tests/io/import/nsys_export.hpp"
#include "tests/io/import/torch_texts.hpp"

namespace warpshop::io {
namespace {

using namespace std::chrono_literals;

/// Times in microseconds, with tenths.
std::string launch(int pid, double at, int correlation) {
  return fmt::format(R"({{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":{},"tid":1,"ts":{:.1f},)"
                     R"("dur":2,"args":{{"correlation":{}}}}})",
                     pid, at, correlation);
}

std::string kernel(int pid, double at, double lasts, int correlation, int device = 0, int stream = 7) {
  return fmt::format(R"({{"ph":"X","cat":"kernel","name":"work","pid":{},"tid":{},"ts":{:.1f},"dur":{:.1f},)"
                     R"("args":{{"device":{},"context":1,"stream":{},"correlation":{}}}}})",
                     pid, stream, at, lasts, device, stream, correlation);
}

std::string wait_for_all(int pid, double at, double lasts, int correlation) {
  return fmt::format(R"({{"ph":"X","cat":"cuda_runtime","name":"cudaDeviceSynchronize","pid":{},"tid":1,"ts":{:.1f},)"
                     R"("dur":{:.1f},"args":{{"correlation":{}}}}})",
                     pid, at, lasts, correlation);
}

RecordedTrace read(const std::vector<std::string>& events) {
  return torch_trace_of("[" + fmt::format("{}", fmt::join(events, ",\n")) + "]");
}

ImportedTrace imported(const RecordedTrace& trace) {
  return import_trace(trace, {.name = "ranks", .device_name = "gpu", .cut = {}, .gpu = {}});
}

/// Two launches with a synchronisation between them.
std::vector<std::string> rank(int gpu_pid, int host_pid, double shift) {
  return {launch(host_pid, shift, 1), kernel(gpu_pid, 10 + shift, 10000, 1),
          wait_for_all(host_pid, 8 + shift, 10010, 2), launch(host_pid, 10020 + shift, 3),
          kernel(gpu_pid, 10030 + shift, 10000, 3)};
}

std::vector<std::string> joined(std::vector<std::string> one, const std::vector<std::string>& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

TEST(Processes, OfOneFileAreTwoFamiliesWithStreamsOfTheirOwn) {
  const RecordedTrace trace = read(joined(rank(0, 1, 0), rank(1000, 1001, 0.5)));
  ASSERT_EQ(trace.commands.size(), 4U);
  EXPECT_EQ(trace.commands[0].process, trace.commands[2].process);
  EXPECT_EQ(trace.commands[1].process, trace.commands[3].process);
  EXPECT_NE(trace.commands[0].stream, trace.commands[1].stream);
  EXPECT_NE(trace.commands[0].correlation, trace.commands[1].correlation);
  const ImportedTrace both = imported(trace);
  EXPECT_EQ(both.report.processes, 2U);
  const std::vector<Task>& tasks = both.workload.tasks;
  EXPECT_EQ(tasks[0].family, "process-1");
  EXPECT_EQ(tasks[1].family, "process-2");
  EXPECT_EQ(tasks[2].family, "process-1");
  EXPECT_EQ(tasks[3].family, "process-2");
  EXPECT_EQ(both.device.context_switch, Millis{0}) << "their kernels overlapped";
  EXPECT_TRUE(both.device.assumed.contains("context_switch")) << "which says nothing of what a switch would have taken";
  // Each waited for its own kernel alone: 10.01 ms its end, 10.03 the next.
  EXPECT_EQ(tasks[2].after, (std::vector<Predecessor>{{tasks[0].name, Millis{0.02}}}));
  EXPECT_EQ(tasks[3].after, (std::vector<Predecessor>{{tasks[1].name, Millis{0.02}}}));
}

TEST(Processes, OneIsNoFamily) {
  const ImportedTrace one = imported(read(rank(0, 1, 0)));
  EXPECT_EQ(one.report.processes, 1U);
  EXPECT_EQ(one.workload.tasks[0].family, "");
  EXPECT_EQ(one.device.context_switch, std::nullopt);
}

TEST(Processes, WithEqualTimesBothAreThere) {
  const RecordedTrace trace = read(joined(rank(0, 1, 0), rank(1000, 1001, 0)));
  EXPECT_EQ(trace.commands.size(), 4U);
  EXPECT_EQ(trace.calls.size(), 6U);
  EXPECT_EQ(trace.repeated, 0U);
  EXPECT_EQ(imported(trace).report.processes, 2U);
}

TEST(Processes, AreTwoAlsoWhereNobodyCalled) {
  const RecordedTrace trace = read({kernel(0, 0, 10, 1), kernel(50, 0, 10, 1)});
  EXPECT_EQ(trace.commands.size(), 2U);
  EXPECT_NE(trace.commands[0].process, trace.commands[1].process);
  EXPECT_NE(trace.commands[0].stream, trace.commands[1].stream);
}

TEST(Processes, OfOnePidAreToldApartByTheirCalls) {
  const RecordedTrace trace = read({launch(1, 0, 1), launch(1001, 0, 2), kernel(0, 5, 10, 1), kernel(0, 5, 10, 2)});
  ASSERT_EQ(trace.commands.size(), 2U);
  EXPECT_NE(trace.commands[0].process, trace.commands[1].process);
  EXPECT_NE(trace.commands[0].stream, trace.commands[1].stream);
}

TEST(Processes, ThatNothingTellsApartAreRefused) {
  const auto both = joined(rank(0, 1, 0), rank(0, 1001, 0.5));
  EXPECT_EQ(
      torch_error("[" + fmt::format("{}", fmt::join(both, ",\n")) + "]"),
      "file:1:1: has commands of several processes under one pid, with the same correlations, so that nothing tells "
      "them apart, expected a file of each process, or a pid of its own for each");
}

TEST(Processes, WithSeveralGpusIsOne) {
  const RecordedTrace trace = read({launch(9, 0, 1), launch(9, 3, 2), kernel(0, 5, 10, 1, 0), kernel(1, 5, 10, 2, 1)});
  ASSERT_EQ(trace.commands.size(), 2U);
  EXPECT_EQ(trace.commands[0].process, trace.commands[1].process);
}

TEST(Processes, WithAGpuEachHaveCallsOfTheirOwn) {
  const RecordedTrace trace =
      read({launch(8, 0, 1), kernel(0, 20, 10, 1, 0), launch(9, 10, 1), kernel(1, 20, 10, 1, 1)});
  ASSERT_EQ(trace.calls.size(), 2U);
  ASSERT_EQ(trace.commands.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(trace.commands[i].process, trace.calls[i].process);
    EXPECT_EQ(trace.commands[i].correlation, trace.calls[i].correlation);
  }
}

TEST(Processes, OfNsightAreFamiliesToo) {
  test::NsysExport file;
  file.tables().sql(
      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId, correlationId,"
      " globalPid) VALUES (100, 200, 0, 1, 7, 1, " +
      test::NsysExport::process(1) + "), (300, 350, 0, 1, 7, 1, " + test::NsysExport::process(2) + ")");
  const ImportedTrace both = imported(file.read());
  EXPECT_EQ(both.workload.tasks[0].family, "process-1");
  EXPECT_EQ(both.workload.tasks[1].family, "process-2");
  EXPECT_NE(both.workload.tasks[0].recorded->stream, both.workload.tasks[1].recorded->stream);
  EXPECT_EQ(both.device.context_switch, Millis{1e-4}) << "no switch can have taken longer than the time between them";
}

TEST(Processes, WaitForTheirOwnCommandsAlone) {
  // The second process waits for all of its commands while a long kernel of the first one runs.
  const RecordedTrace trace =
      read({launch(1, 0, 1), kernel(0, 5, 10000, 1), launch(1001, 10, 1), kernel(1000, 20, 10, 1, 0, 8),
            wait_for_all(1001, 15, 20, 2), launch(1001, 100, 3), kernel(1000, 110, 10, 3, 0, 8)});
  const std::vector<Task> tasks = imported(trace).workload.tasks;
  ASSERT_EQ(tasks.size(), 3U);
  EXPECT_EQ(tasks[2].after.size(), 1U);
  EXPECT_EQ(tasks[2].after.front().task, tasks[1].name);
}

// ROCm numbers GPUs of commands behind the CPUs, and from 0 in what it says of them.
TEST(Gpus, OfRocmAreTheOnesThatAreDescribed) {
  RecordedTrace trace = read({launch(9, 0, 1), kernel(9, 5, 10, 1, 9)});
  const SmModel sm{.count = 304, .registers = 65536, .shared_memory = {65536}, .threads = 2048, .ctas = 32};
  for (std::uint32_t device = 0; device < 8; ++device) {
    trace.gpus.push_back({.device = device, .name = "MI300X", .sm = sm});
  }
  EXPECT_EQ(imported(trace).device.sm, sm);
  trace.gpus[3].name = "MI210";
  EXPECT_EQ(imported(trace).device.sm, std::nullopt) << "nobody says which of them";
}

// 208 threads are six and a half warps: a CTA of so many takes seven.
TEST(Gpus, ThatHoldNoCtaOfAMemsetRunItForItsTime) {
  RecordedTrace trace = read({launch(9, 0, 1), kernel(0, 5, 10, 1)});
  trace.commands[0].kind = CommandKind::memset;
  trace.gpus = {{.device = 0,
                 .name = "odd",
                 .sm = SmModel{.count = 4, .registers = 65536, .shared_memory = {65536}, .threads = 208, .ctas = 8}}};
  const ImportedTrace odd = imported(trace);
  EXPECT_EQ(odd.report.assumed_ctas, 0U);
  EXPECT_NO_THROW(resolve(odd.workload, odd.device));
}

/// A command and the call that issued it, as times of each.
using IssuedTimes = std::tuple<std::chrono::nanoseconds, std::chrono::nanoseconds, std::chrono::nanoseconds>;

/// By process: its commands, in each of its streams.
std::map<std::uint32_t, std::set<std::vector<IssuedTimes>>> contents(const RecordedTrace& trace,
                                                                     std::chrono::nanoseconds origin) {
  std::map<std::uint64_t, std::chrono::nanoseconds> calls;
  for (const RecordedCall& call : trace.calls) {
    EXPECT_TRUE(calls.emplace(call.correlation, call.start).second) << "one correlation of two calls";
  }
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<IssuedTimes>> streams;
  for (const RecordedCommand& command : trace.commands) {
    streams[{command.process, command.stream}].emplace_back(origin + command.start, origin + command.end,
                                                            origin + calls.at(command.correlation));
  }
  std::map<std::uint32_t, std::set<std::vector<IssuedTimes>>> result;
  for (const auto& [key, list] : streams) {
    result[key.first].insert(list);
  }
  return result;
}

// Files of processes that were merged into one hold what each of them held.
TEST(Processes, MergedHoldWhatEachHeld) {
  const auto seed = std::random_device{}();
  std::mt19937 random(seed);
  const auto draw = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> all;
    std::set<std::set<std::vector<IssuedTimes>>> expected;
    const int processes = 2 + draw(3);
    for (int process = 0; process < processes; ++process) {
      std::vector<std::string> events{launch(1, 0, 0)};  // of an origin for all
      double time = 1 + draw(50);
      const int first = 1 + draw(3);
      std::map<int, double> free;
      for (int command = 0; command < 3 + draw(20); ++command) {
        const int stream = 7 + draw(3);
        events.push_back(launch(100 + process, time, first + command));
        free[stream] = std::max(free[stream], time + 1) + draw(3);
        const double lasts = 1 + draw(30);
        events.push_back(kernel(1000 * process, free[stream], lasts, first + command, 0, stream));
        free[stream] += lasts;
        time += 2 + draw(40);
      }
      const auto own = contents(read(events), 0ns);
      ASSERT_EQ(own.size(), 1U);
      expected.insert(own.begin()->second);
      all = joined(all, events);
    }
    const auto merged = contents(read(all), 0ns);
    std::set<std::set<std::vector<IssuedTimes>>> found;
    for (const auto& [process, streams] : merged) {
      found.insert(streams);
    }
    ASSERT_EQ(found, expected) << "seed " << seed << ", round " << round;
  }
}

}  // namespace
}  // namespace warpshop::io
