#include <algorithm>
#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "sim/model/utf8.hpp"
#include "tests/io/import/torch_texts.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::io {
namespace {

using namespace std::chrono_literals;

const RecordedCall& call_named(const RecordedTrace& trace, const std::string& name) {
  return *std::find_if(trace.calls.begin(), trace.calls.end(),
                       [&](const RecordedCall& call) { return trace.names[call.name] == name; });
}

/// A kernel of a bare array, after the first one.
std::string kernel_event(const std::string& times, const std::string& arguments) {
  return R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,)" + times + R"(,"args":{)" + arguments + "}}";
}

TEST(TorchEvents, AreReadToTheNanosecond) {
  const RecordedTrace trace = torch_trace_of(std::string{kTorchTrace});
  EXPECT_EQ(trace.resolution, 1ns);
  ASSERT_EQ(trace.commands.size(), 3U);
  const RecordedCommand& copy = trace.commands[0];
  EXPECT_EQ(copy.kind, CommandKind::h2d);
  EXPECT_EQ(copy.memory, Memory::pinned);
  EXPECT_EQ(copy.bytes, Bytes{4096});
  EXPECT_EQ(copy.start, 9875ns);  // from the annotation at 10.25 us on
  EXPECT_EQ(copy.end, 13750ns);
  const RecordedCommand& kernel = trace.commands[1];
  EXPECT_EQ(trace.names[kernel.name], "gemm<float>");
  EXPECT_EQ(kernel.start, 13750ns);
  EXPECT_EQ(kernel.end, 23751ns);
  EXPECT_EQ(kernel.ctas, 64);
  EXPECT_EQ(kernel.cta.threads, 128);
  EXPECT_EQ(kernel.cta.registers, 40);
  EXPECT_EQ(kernel.cta.shared_memory, Bytes{1024});
  EXPECT_EQ(trace.commands[2].kind, CommandKind::memset);
  EXPECT_EQ(trace.commands[2].cta.threads, 0);
}

TEST(TorchEvents, CallsAreJoinedWithWhatCuptiSaysOfThem) {
  const RecordedTrace trace = torch_trace_of(std::string{kTorchTrace});
  ASSERT_EQ(trace.calls.size(), 5U);
  const RecordedCall& record = call_named(trace, "cudaEventRecord");
  EXPECT_EQ(record.stream, 7U);
  EXPECT_EQ(record.event, 3U);
  const RecordedCall& wait = call_named(trace, "cudaStreamWaitEvent");
  EXPECT_EQ(wait.stream, 20U);
  EXPECT_EQ(wait.event, 3U);
  EXPECT_EQ(wait.record, 7U);
  const RecordedCall& all = call_named(trace, "cudaDeviceSynchronize");  // written as a beginning and an end
  EXPECT_EQ(all.kind, CallKind::synchronise_device);
  EXPECT_EQ(all.end - all.start, 3500ns);
  EXPECT_EQ(all.stream, std::nullopt);
  EXPECT_NE(all.thread, wait.thread);
  EXPECT_EQ(record.thread, wait.thread);
}

TEST(TorchEvents, NothingOfUsersAndMachinesIsKept) {
  const RecordedTrace trace = torch_trace_of(std::string{kTorchTrace});
  ASSERT_EQ(trace.spans.size(), 1U);
  EXPECT_EQ(trace.names[trace.spans[0].name], "ProfilerStep#3");
  for (const std::string& name : trace.names) {
    EXPECT_EQ(name.find("python"), std::string::npos);
    EXPECT_EQ(name.find("/home"), std::string::npos);
    EXPECT_NE(name, "aten::add");
  }
}

TEST(TorchEvents, ABareArrayAndGzipOfAnyMembersAreTheSame) {
  const std::string text = torch_events(kernel_event(R"("ts":"5.5","dur":"2")", R"("device":0,"stream":7)"));
  const std::string start = text.substr(0, 50);
  for (const std::string& file :
       {text, as_gzip(text), as_gzip(start) + as_gzip("") + as_gzip(text.substr(50)), "\xEF\xBB\xBF \r\n" + text}) {
    const RecordedTrace trace = torch_trace_of(file);
    ASSERT_EQ(trace.commands.size(), 2U);
    EXPECT_EQ(trace.commands[1].start, 5500ns);
    EXPECT_EQ(trace.commands[1].end, 7500ns);
  }
}

TEST(TorchEvents, AFileIsKnownByItsBytesAndNotByItsName) {
  const test::ScratchFolder folder;
  EXPECT_EQ(read_torch_trace(folder.write("a.txt", as_gzip(kTorchTrace))).commands.size(), 3U);
  EXPECT_EQ(read_torch_trace(folder.write("b.json.gz", std::string{kTorchTrace})).commands.size(), 3U);
}

TEST(TorchEvents, TimesOfALongRunLoseNoDigits) {
  const RecordedTrace trace =
      torch_trace_of("[" + kernel_event(R"("ts":1695835542514261.123,"dur":0.001)", R"("stream":7)") + "," +
                     kernel_event(R"("ts":1695835542514261.120,"dur":1)", R"("stream":8)") + "]");
  ASSERT_EQ(trace.commands.size(), 2U);
  EXPECT_EQ(trace.commands[0].stream, 8U);
  EXPECT_EQ(trace.commands[1].start, 3ns);
  EXPECT_EQ(trace.commands[1].end, 4ns);
}

TEST(TorchEvents, ARepeatedRowCountsOnce) {
  const std::string row = kernel_event(R"("ts":5,"dur":2)", R"("device":0,"context":1,"stream":7,"correlation":9)");
  const std::string later = kernel_event(R"("ts":7,"dur":2)", R"("device":0,"context":1,"stream":7,"correlation":9)");
  EXPECT_EQ(torch_trace_of(torch_events(row + "," + later + "," + row)).commands.size(), 3U);
}

TEST(TorchEvents, StreamsOfEachContextAreTheirOwn) {
  const RecordedTrace trace =
      torch_trace_of(torch_events(kernel_event(R"("ts":5,"dur":2)", R"("device":0,"context":1,"stream":7)") + "," +
                                  kernel_event(R"("ts":6,"dur":2)", R"("device":0,"context":2,"stream":7)") + "," +
                                  kernel_event(R"("ts":7,"dur":2)", R"("device":1,"context":1,"stream":8)") + "," +
                                  kernel_event(R"("ts":8,"dur":2)", R"("device":0,"context":2,"stream":7)")));
  ASSERT_EQ(trace.commands.size(), 5U);
  EXPECT_EQ(trace.commands[0].stream, 7U);  // has no context
  EXPECT_NE(trace.commands[1].stream, trace.commands[0].stream);
  EXPECT_NE(trace.commands[2].stream, trace.commands[1].stream);
  EXPECT_EQ(trace.commands[3].stream, 8U);
  EXPECT_EQ(trace.commands[3].device, 1U);
  EXPECT_EQ(trace.commands[4].stream, trace.commands[2].stream);
}

TEST(TorchEvents, CopiesAreWhatTheirNamesSay) {
  const auto copy_of = [](const std::string& name) {
    const std::string event = R"({"ph":"X","cat":"gpu_memcpy","name":")" + name +
                              R"(","ts":3,"dur":1,"args":{"inDevice":1,"inContext":2,"stream":7,"bytes":8}})";
    const RecordedTrace trace = torch_trace_of(torch_events(event));
    return trace.commands.size() == 2 ? std::optional{trace.commands[1]} : std::nullopt;
  };
  EXPECT_EQ(copy_of("Memcpy HtoD (Pageable -> Device)")->kind, CommandKind::h2d);
  EXPECT_EQ(copy_of("Memcpy HtoD (Pageable -> Device)")->memory, Memory::pageable);
  EXPECT_EQ(copy_of("Memcpy DtoH (Device -> Pinned)")->kind, CommandKind::d2h);
  EXPECT_EQ(copy_of("Memcpy DtoH (Device -> Pinned)")->memory, Memory::pinned);
  EXPECT_EQ(copy_of("Memcpy DtoH (Device -> Unknown)")->memory, std::nullopt);
  EXPECT_EQ(copy_of("Memcpy DtoD (Device -> Device)")->kind, CommandKind::d2d);
  EXPECT_EQ(copy_of("Memcpy HtoA (Pinned -> Array)")->kind, CommandKind::h2d);
  EXPECT_EQ(copy_of("Memcpy PtoP (Device -> Device)")->kind, CommandKind::peer);
  EXPECT_EQ(copy_of("Memcpy PtoP (Device -> Device)")->device, 1U);
  EXPECT_EQ(copy_of("Unified Memory Memcpy DtoH")->kind, CommandKind::migration_d2h);
  EXPECT_EQ(copy_of("Memcpy <unknown> (Pinned -> Device)")->kind, CommandKind::h2d);
  EXPECT_EQ(copy_of("Memcpy HtoH (Pageable -> Pinned)"), std::nullopt);
}

TEST(TorchEvents, ACopyWithinTheHostIsNoCopyOfTheGpu) {
  const RecordedTrace trace = torch_trace_of(torch_events(R"json(
    {"ph":"X","cat":"cuda_runtime","name":"cudaMemcpy","ts":3,"dur":1,"args":{"correlation":4}},
    {"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoH (Pinned -> Pinned)","ts":3,"dur":1,"args":{"correlation":4}}
  )json"));
  EXPECT_EQ(trace.commands.size(), 1U);
  ASSERT_EQ(trace.calls.size(), 1U);
  EXPECT_EQ(trace.calls[0].kind, CallKind::other);
}

TEST(TorchEvents, AWaitWithoutACallIsOne) {
  const RecordedTrace trace = torch_trace_of(torch_events(
      R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":2,"dur":1,"args":{}},)"
      R"({"ph":"X","cat":"cuda_sync","name":"Event Sync","pid":0,"tid":7,"ts":3,"dur":1,"args":{"correlation":4,)"
      R"("stream":-1,"wait_on_stream":7,"wait_on_cuda_event_record_corr_id":-1,"wait_on_cuda_event_id":5}})"));
  ASSERT_EQ(trace.calls.size(), 2U);
  EXPECT_EQ(trace.calls[1].kind, CallKind::synchronise_event);
  EXPECT_EQ(trace.calls[1].thread, trace.calls[0].thread);
  EXPECT_EQ(trace.calls[1].awaited_stream, 7U);
  EXPECT_EQ(trace.calls[1].event, 5U);
  EXPECT_EQ(trace.calls[1].record, std::nullopt);
  EXPECT_EQ(trace.calls[1].stream, std::nullopt);
}

TEST(TorchEvents, NamesAreTextThatShows) {
  using namespace std::string_literals;
  const RecordedTrace trace = torch_trace_of(torch_events(R"({"ph":"X","cat":"kernel","name":"a\u0000b\u202e\n)"s +
                                                          "\xFF\x01\0\xC3\xA9"s + R"(","tid":7,"ts":3,"dur":1})"));
  ASSERT_EQ(trace.commands.size(), 2U);
  EXPECT_EQ(trace.names[trace.commands[1].name], R"(a\x00b\u202e\x0a\xff\x01\x00é)");
}

TEST(TorchEvents, OfOldVersionsAreKnown) {
  const RecordedTrace trace = torch_trace_of(
      R"([{"ph":"X","cat":"Kernel","name":"k","pid":0,"tid":"stream 7","ts":3,"dur":1,"args":{"stream":7}},)"
      R"({"ph":"X","cat":"Runtime","name":"cudaLaunchKernel","pid":1,"tid":"thread 1","ts":1,"dur":1}])");
  ASSERT_EQ(trace.commands.size(), 1U);
  ASSERT_EQ(trace.calls.size(), 1U);
  EXPECT_EQ(trace.commands[0].start, 2us);
}

}  // namespace
}  // namespace warpshop::io
