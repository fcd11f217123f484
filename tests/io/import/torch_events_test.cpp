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

const RecordedCall& call_that(CallKind kind, const RecordedTrace& trace) {
  return *std::find_if(trace.calls.begin(), trace.calls.end(),
                       [&](const RecordedCall& call) { return call.kind == kind; });
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
  const RecordedCall& record = call_that(CallKind::record_event, trace);
  EXPECT_EQ(record.stream, 7U);
  EXPECT_EQ(record.event, 3U);
  const RecordedCall& wait = call_that(CallKind::wait_event, trace);
  EXPECT_EQ(wait.stream, 20U);
  EXPECT_EQ(wait.event, 3U);
  EXPECT_EQ(wait.record, 7U);
  const RecordedCall& all = call_that(CallKind::synchronise_device, trace);  // written as a beginning and an end
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

TEST(TorchEvents, NumbersThatAreNoneAreNotRecorded) {
  for (const char* none : {"inf", "-inf", "Infinity", "-Infinity", "nan", "NaN", "-nan", "INF"}) {
    const std::string event =
        kernel_event(R"("ts":5,"dur":2)", R"x("device":0,"stream":7,"memory bandwidth (GB/s)":)x" + std::string{none} +
                                              R"(, "correlation":9)");
    const RecordedTrace trace = torch_trace_of(torch_events(event));
    ASSERT_EQ(trace.commands.size(), 2U) << none;
    EXPECT_EQ(trace.commands[1].correlation, 9U) << none;
  }
  EXPECT_EQ(torch_error(torch_events(R"({"ph":"X","cat":"kernel","name":"k","tid":7,"ts":inf,"dur":1})")),
            "file:2:1: an event without 'ts', expected its start in microseconds");
}

TEST(TorchEvents, WordsAreLeftAloneInStringsAndWhereTheyAreOthers) {
  const std::string name = R"(inf, nan \" -inf, Infinity \\)";
  const RecordedTrace trace =
      torch_trace_of(R"([{"ph":"X","cat":"kernel","name":")" + name + R"(","tid":7,"ts":1e1,"dur":-0.0,"x":[true,)" +
                     R"(false,null,-1.5E-3,2e+2,inf,[-nan]]}])");
  ASSERT_EQ(trace.commands.size(), 1U);
  EXPECT_EQ(trace.names[trace.commands[0].name], R"(inf, nan " -inf, Infinity \)");
  for (const char* mistake : {"infinite", "--inf", "nano", "na n", "-", "+inf", "inf1", "1inf", "tru", "Null"}) {
    EXPECT_NE(torch_error("[{\"a\":" + std::string{mistake} + "}]"), "") << mistake;
    EXPECT_EQ(torch_error("[{\"a\":" + std::string{mistake} + "}]").find("has no kernel"), std::string::npos)
        << mistake;
  }
}

TEST(TorchEvents, WordsThatAPortionCutsAreTheSame) {
  const std::string event = kernel_event(R"("ts":5,"dur":2)", R"("stream":7)");
  std::string words = "null";
  for (int i = 0; i < 200; ++i) {
    words += ",-inf";
  }
  for (std::size_t shift = 0; shift < 6; ++shift) {
    const std::string padding(65'000 + shift, 'x');  // the words lie across the end of the first 64 KiB
    const RecordedTrace trace = torch_trace_of(
        torch_events(event.substr(0, event.size() - 1) + ",\"x\":\"" + padding + "\",\"y\":[" + words + "]}"));
    EXPECT_EQ(trace.commands.size(), 2U) << shift;
  }
}

TEST(TorchEvents, AnArrayNeedsNoEnd) {
  const std::string whole = torch_events(kernel_event(R"("ts":5,"dur":2)", R"("device":0,"stream":7)"));
  const std::string open = whole.substr(0, whole.rfind(']'));
  for (const char* rest : {"", ",", "\n", ",\n\n", " , "}) {
    EXPECT_EQ(torch_trace_of(open + rest).commands.size(), 2U) << rest;
    EXPECT_EQ(torch_trace_of(as_gzip(open + rest)).commands.size(), 2U) << rest;
  }
  for (const char* rest : {"x", ",,", ",{", ",{\"ph\":\"X\"", "}", ",1,\""}) {
    EXPECT_NE(torch_error(open + rest), "") << rest;
  }
  EXPECT_NE(torch_error(open.substr(0, open.size() - 1)), "") << "an event that is cut off";
  EXPECT_NE(torch_error("{\"traceEvents\":" + open), "") << "an object needs its end";
}

TEST(TorchEvents, CategoriesMayBeSeveral) {
  for (const char* list : {"kernel", "kernel,gpu", "gpu,kernel", "a, kernel ,b", ",kernel", "other,Kernel"}) {
    const std::string event = R"({"ph":"X","cat":")" + std::string{list} + R"(","name":"k","tid":7,"ts":5,"dur":2})";
    EXPECT_EQ(torch_trace_of(torch_events(event)).commands.size(), 2U) << list;
  }
  for (const char* list : {"", ",", "kernels", "kernel;gpu", "ker,nel", "cpu_op,x"}) {
    const std::string event = R"({"ph":"X","cat":")" + std::string{list} + R"(","name":"k","tid":7,"ts":5,"dur":2})";
    EXPECT_EQ(torch_trace_of(torch_events(event)).commands.size(), 1U) << list;
  }
}

TEST(TorchEvents, HandlesOfRocmAreNumbers) {
  const RecordedTrace trace =
      torch_trace_of(torch_events(kernel_event(R"("ts":5,"dur":2)", R"("device":0,"stream":"0x1a")")));
  EXPECT_EQ(trace.commands[1].stream, 26U);
  EXPECT_NE(torch_error(torch_events(kernel_event(R"("ts":5,"dur":2)", R"("stream":"0x")"))), "");
  EXPECT_NE(torch_error(torch_events(kernel_event(R"("ts":5,"dur":2)", R"("stream":"0x-1")"))), "");
  EXPECT_NE(torch_error(torch_events(kernel_event(R"("ts":5,"dur":2)", R"("stream":"0x1g")"))), "");
}

TEST(TorchEvents, CopiesOfRocmHaveTheSizeOfTheirCalls) {
  const auto call = [](const std::string& bytes, int correlation) {
    return R"({"ph":"X","cat":"cuda_runtime","name":"hipMemcpyWithStream","pid":9,"tid":9,"ts":1,"dur":5,"args":{)" +
           bytes + R"(,"correlation":)" + std::to_string(correlation) + "}}";
  };
  const auto copy = [](int correlation, const std::string& rest) {
    return R"j({"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD (Host -> Device)",)j"
           R"("pid":0,"tid":1,"ts":3,"dur":2,)"
           R"("args":{"device":0,"stream":7,"kind":"HtoD","correlation":)" +
           std::to_string(correlation) + rest + "}}";
  };
  const RecordedTrace trace = torch_trace_of(
      torch_events(call(R"("bytes":"128","src":"0x7f0e")", 1) + "," + copy(1, "") + "," + call(R"("size":"2560")", 2) +
                   "," + copy(2, "") + "," + call(R"("bytes":"77")", 3) + "," + copy(3, R"(,"bytes":5)") + "," +
                   call(R"("bytes":"many")", 4) + "," + copy(4, "")));
  ASSERT_EQ(trace.commands.size(), 5U);
  EXPECT_EQ(trace.commands[1].bytes, Bytes{128});
  EXPECT_EQ(trace.commands[2].bytes, Bytes{2560});
  EXPECT_EQ(trace.commands[3].bytes, Bytes{5}) << "its own";
  EXPECT_EQ(trace.commands[4].bytes, Bytes{0});
  EXPECT_EQ(trace.commands[1].memory, std::nullopt) << "of the host, pinned or not";
}

TEST(TorchEvents, WhatNoCommandNeedsRefusesNothing) {
  const auto beside = [](const std::string& fields) {
    return torch_trace_of(torch_events(R"({"ph":"X","name":"cudaStreamSynchronize","tid":1,)" + fields + "}"));
  };
  const std::string timed = R"("ts":5,"dur":2,)";
  for (const char* wrong :
       {R"("args":{"stream":"seven"})", R"("args":{"stream":"0x7f0e"})", R"("args":{"device":-1,"stream":7})",
        R"("args":{"correlation":"x"})", R"("args":{"bytes":-5})", R"("args":{"grid":[1,2,3,4]})",
        R"("args":{"wait_on_cuda_event_id":"x","device":-1})", R"("args":{"event_id":1.5})"}) {
    for (const char* category : {"cuda_runtime", "cuda_sync", "cuda_event", "user_annotation"}) {
      const RecordedTrace trace = beside(timed + R"("cat":")" + category + "\"," + wrong);
      EXPECT_EQ(trace.commands.size(), 1U);
      EXPECT_EQ(trace.left_out, 0U);
    }
  }
  for (const char* times : {R"("ts":"now","dur":1)", R"("ts":1,"dur":-1)", R"("ts":1)", R"("dur":1)",
                            R"("ts":4611686018427387,"dur":4611686018427387)"}) {
    EXPECT_EQ(beside(std::string{times} + R"(,"cat":"cuda_runtime")").left_out, 1U) << times;
    EXPECT_EQ(beside(std::string{times} + R"(,"cat":"user_annotation")").left_out, 1U) << times;
  }
  EXPECT_EQ(torch_error(torch_events(kernel_event(timed + R"("x":1)", R"("bytes":"many","event_id":"x")"))), "");
  EXPECT_EQ(torch_error(torch_events(
                R"({"ph":"X","cat":"gpu_memset","name":"m","tid":7,"ts":1,"dur":1,"args":{"grid":"x","block":[-1]}})")),
            "");
}

TEST(TorchEvents, CommandsThatDifferInAnythingAreTwo) {
  const auto graph = [](const std::string& rest) {
    return kernel_event(R"("ts":5,"dur":2)", R"("device":0,"stream":7,"correlation":9,)" + rest);
  };
  const RecordedTrace trace = torch_trace_of(
      torch_events(graph(R"("grid":[1,1,1])") + "," + graph(R"("grid":[2,1,1])") + "," + graph(R"("grid":[1,1,1])")));
  EXPECT_EQ(trace.commands.size(), 3U);
  EXPECT_EQ(trace.repeated, 1U);
}

TEST(TorchEvents, GpusOfRocmAreDescribed) {
  const RecordedTrace trace = torch_trace_of(
      R"({"deviceProperties":[{"id":0,"name":"AMD Instinct MI300X","totalGlobalMem":206141652992,"computeMajor":9,)"
      R"("computeMinor":4,"maxThreadsPerBlock":1024,"maxThreadsPerMultiprocessor":2048,"regsPerBlock":65536,)"
      R"("warpSize":64,"sharedMemPerBlock":65536,"numSms":304,"maxSharedMemoryPerMultiProcessor":65536}],)"
      R"("traceEvents":[)" +
      kernel_event(R"("ts":5,"dur":2)", R"("device":9,"stream":1)") + "]}");
  ASSERT_EQ(trace.gpus.size(), 1U);
  EXPECT_EQ(trace.gpus[0].memory, Bytes{206141652992});
  EXPECT_EQ(trace.gpus[0].sm,
            (SmModel{.count = 304, .registers = 65536, .shared_memory = {65536}, .threads = 2048, .ctas = 32}));
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
