#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "sim/io/import/read_torch_trace.hpp"

namespace warpshop::io {
namespace {

using namespace std::chrono_literals;

const RecordedTrace& alexnet() {
  static const RecordedTrace trace =
      read_torch_trace(std::filesystem::path{WARPSHOP_SOURCE_DIR "/tests/reference/traces/hta_alexnet_a100.json.gz"});
  return trace;
}

template <class Records, class Kind>
std::ptrdiff_t count_of(const Records& records, Kind kind) {
  return std::count_if(records.begin(), records.end(), [&](const auto& record) { return record.kind == kind; });
}

TEST(TorchTraceOfAlexNet, HasItsCommands) {
  const RecordedTrace& trace = alexnet();
  EXPECT_EQ(trace.source, "PyTorch profiler");
  EXPECT_EQ(trace.resolution, 1us);
  EXPECT_EQ(trace.commands.size(), 98U);
  EXPECT_EQ(count_of(trace.commands, CommandKind::kernel), 79);
  EXPECT_EQ(count_of(trace.commands, CommandKind::h2d), 16);
  EXPECT_EQ(count_of(trace.commands, CommandKind::memset), 3);
  std::set<std::uint64_t> streams;
  for (const RecordedCommand& command : trace.commands) {
    streams.insert(command.stream);
    EXPECT_EQ(command.memory, command.kind == CommandKind::h2d ? std::optional{Memory::pageable} : std::nullopt);
  }
  EXPECT_EQ(streams, (std::set<std::uint64_t>{7, 20}));
}

TEST(TorchTraceOfAlexNet, HasAKernelAsItWasRecorded) {
  const RecordedTrace& trace = alexnet();
  const auto kernel = std::find_if(trace.commands.begin(), trace.commands.end(),
                                   [](const RecordedCommand& command) { return command.correlation == 5112; });
  ASSERT_NE(kernel, trace.commands.end());
  EXPECT_EQ(trace.names[kernel->name], "cudnn_ampere_scudnn_128x64_relu_xregs_large_nn_v1");
  EXPECT_EQ(kernel->start, (1695835583881608us - 1695835542514261us));  // from the first annotation on
  EXPECT_EQ(kernel->end - kernel->start, 1035us);
  EXPECT_EQ(kernel->device, 0U);
  EXPECT_EQ(kernel->stream, 7U);
  EXPECT_EQ(kernel->ctas, 3025);
  EXPECT_EQ(kernel->cta.threads, 128);
  EXPECT_EQ(kernel->cta.registers, 160);
  EXPECT_EQ(kernel->cta.shared_memory, Bytes{16384});
}

TEST(TorchTraceOfAlexNet, HasItsCalls) {
  const RecordedTrace& trace = alexnet();
  EXPECT_EQ(trace.calls.size(), 361U);
  EXPECT_EQ(count_of(trace.calls, CallKind::launch), 79);
  EXPECT_EQ(count_of(trace.calls, CallKind::copy), 21);
  EXPECT_EQ(count_of(trace.calls, CallKind::synchronise_device), 5);
  EXPECT_EQ(count_of(trace.calls, CallKind::synchronise_stream), 16);
  EXPECT_EQ(count_of(trace.calls, CallKind::record_event), 30);
  EXPECT_EQ(count_of(trace.calls, CallKind::wait_event), 34);
  EXPECT_EQ(count_of(trace.calls, CallKind::allocate), 25);
  EXPECT_EQ(count_of(trace.calls, CallKind::free), 15);
}

TEST(TorchTraceOfAlexNet, CallsKnowWhatTheyWaitFor) {
  const RecordedTrace& trace = alexnet();
  const auto call_of = [&](std::uint64_t correlation) {
    return *std::find_if(trace.calls.begin(), trace.calls.end(),
                         [&](const RecordedCall& call) { return call.correlation == correlation; });
  };
  const RecordedCall wait = call_of(5183);
  EXPECT_EQ(wait.kind, CallKind::wait_event);
  EXPECT_EQ(wait.stream, 20U);
  EXPECT_EQ(wait.record, 5180U);
  EXPECT_EQ(wait.event, 20U);
  EXPECT_EQ(wait.awaited_stream, std::nullopt);
  const RecordedCall record = call_of(5180);
  EXPECT_EQ(record.kind, CallKind::record_event);
  EXPECT_EQ(record.stream, 7U);
  EXPECT_EQ(call_of(15).kind, CallKind::synchronise_stream);
  EXPECT_EQ(call_of(15).stream, 7U);
  EXPECT_EQ(call_of(225).kind, CallKind::synchronise_device);
  EXPECT_EQ(call_of(225).stream, std::nullopt);
  const auto waits = std::count_if(trace.calls.begin(), trace.calls.end(),
                                   [](const RecordedCall& call) { return call.record.has_value(); });
  EXPECT_EQ(waits, 20);
}

TEST(TorchTraceOfAlexNet, HasItsSpansAndGpus) {
  const RecordedTrace& trace = alexnet();
  ASSERT_EQ(trace.spans.size(), 8U);
  EXPECT_EQ(trace.names[trace.spans.front().name], "[param|cuda]");
  EXPECT_EQ(trace.spans.front().start, 0ns);
  EXPECT_EQ(trace.spans.front().end, 43425283us);
  ASSERT_EQ(trace.gpus.size(), 8U);
  EXPECT_EQ(trace.gpus[1].device, 1U);
  EXPECT_EQ(trace.gpus[1].name, "NVIDIA A100-PG509-200");
  EXPECT_EQ(trace.gpus[1].memory, Bytes{42297524224});
  const SmModel sm{.count = 108, .registers = 65536, .shared_memory = Bytes{167936}, .threads = 2048, .ctas = 32};
  EXPECT_EQ(trace.gpus[1].sm, sm);
  EXPECT_EQ(trace.gpus[1].copy_engines, std::nullopt);
}

}  // namespace
}  // namespace warpshop::io
