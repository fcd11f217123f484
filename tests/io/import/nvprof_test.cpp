#include <chrono>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "sim/io/import/import_trace.hpp"
#include "sim/io/import/recorded_trace.hpp"
#include "sim/model/error.hpp"
#include "tests/io/import/nsys_export.hpp"

namespace warpshop::test {
namespace {

using namespace std::chrono_literals;

/// What nvprof writes of a copy in, a kernel and a copy out: its own table of strings, CUPTI's numbers of calls and of
/// memory. Columns are those of its version 12.
NsysExport& nvprof(NsysExport& file) {
  return file.sql(
      "CREATE TABLE StringTable (_id_ INTEGER PRIMARY KEY AUTOINCREMENT, value TEXT NOT NULL UNIQUE);"
      "INSERT INTO StringTable VALUES (1, 'work'), (2, 'Tesla P100'), (3, 'step');"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL (_id_ INTEGER PRIMARY KEY, registersPerThread INT, start INT,"
      " end INT, completed INT, deviceId INT, contextId INT, streamId INT, gridX INT, gridY INT, gridZ INT, blockX INT,"
      " blockY INT, blockZ INT, staticSharedMemory INT, dynamicSharedMemory INT, correlationId INT, name INT);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES"
      " (1, 30, 1620000, 11620000, 11620000, 0, 1, 7, 8, 2, 1, 128, 1, 1, 512, 256, 2, 1);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (_id_ INTEGER PRIMARY KEY, start INT, end INT, deviceId INT,"
      " contextId INT, streamId INT, correlationId INT, name INT);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (_id_ INTEGER PRIMARY KEY, copyKind INT, srcKind INT, dstKind INT,"
      " flags INT, bytes INT, start INT, end INT, deviceId INT, contextId INT, streamId INT, correlationId INT);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES"
      " (1, 1, 1, 3, 0, 4194304, 500000, 1500000, 0, 1, 7, 1), (2, 2, 3, 2, 0, 4096, 11700000, 12500000, 0, 1, 7, 3);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (_id_ INTEGER PRIMARY KEY, cbid INT, start INT, end INT,"
      " processId INT, threadId INT, correlationId INT, returnValue INT);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 31, 0, 1500000, 463, -1181487744, 1, 0),"
      " (2, 211, 1600000, 1610000, 463, -1181487744, 2, 0), (3, 41, 1700000, 1710000, 463, -1181487744, 3, 0),"
      " (4, 131, 1720000, 12510000, 463, -1181487744, 4, 0), (5, 3, 1, 2, 463, 5, 5, 0);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_DRIVER (_id_ INTEGER PRIMARY KEY, cbid INT, start INT, end INT,"
      " processId INT, threadId INT, correlationId INT, returnValue INT);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION (_id_ INTEGER PRIMARY KEY, type INT, start INT, end INT,"
      " correlationId INT, contextId INT, streamId INT, cudaEventId INT);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES (1, 3, 1720000, 12510000, 4, 1, 7, -1);");
}

std::string refusal(const NsysExport& file) {
  try {
    file.read();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Nvprof, KernelsAreReadFromTheTableOfConcurrentOnes) {
  NsysExport file;
  const RecordedTrace trace = nvprof(file).read();
  EXPECT_EQ(trace.source, "nvprof");
  ASSERT_EQ(trace.commands.size(), 3U);
  const RecordedCommand& kernel = trace.commands[1];
  EXPECT_EQ(kernel.kind, CommandKind::kernel);
  EXPECT_EQ(trace.names[kernel.name], "work");
  EXPECT_EQ(kernel.end - kernel.start, 10ms);
  EXPECT_EQ(kernel.stream, 7U);
  EXPECT_EQ(kernel.ctas, 16);
  EXPECT_EQ(kernel.cta.threads, 128);
  EXPECT_EQ(kernel.cta.registers, 30);
  EXPECT_EQ(kernel.cta.shared_memory, Bytes{768});
}

TEST(Nvprof, KernelsThatRanOneByOneHaveATableToo) {
  NsysExport file;
  nvprof(file).sql("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1, 13000000, 14000000, 0, 1, 8, 9, 1)");
  EXPECT_EQ(file.read().commands.size(), 4U);
}

TEST(Nvprof, MemoryHasCuptisNumbers) {
  NsysExport file;
  const RecordedTrace trace = nvprof(file).read();
  EXPECT_EQ(trace.commands[0].kind, CommandKind::h2d);
  EXPECT_EQ(trace.commands[0].memory, Memory::pageable);
  EXPECT_EQ(trace.commands[2].kind, CommandKind::d2h);
  EXPECT_EQ(trace.commands[2].memory, Memory::pinned);
}

TEST(Nvprof, CallsHaveCuptisNumbers) {
  NsysExport file;
  const RecordedTrace trace = nvprof(file).read();
  ASSERT_EQ(trace.calls.size(), 5U);
  EXPECT_EQ(trace.calls[0].kind, CallKind::copy);
  EXPECT_EQ(trace.calls[0].correlation, 1U);
  EXPECT_EQ(trace.calls[1].kind, CallKind::other);
  EXPECT_NE(trace.calls[1].thread, trace.calls[0].thread);
  EXPECT_EQ(trace.calls[2].kind, CallKind::launch);
  EXPECT_EQ(trace.calls[3].kind, CallKind::copy);
  EXPECT_EQ(trace.calls[4].kind, CallKind::synchronise_stream);
  EXPECT_EQ(trace.calls[4].stream, 7U);
}

TEST(Nvprof, NumbersAreThoseOfCuptisHeaders) {
  EXPECT_EQ(io::runtime_call(13), CallKind::launch);
  EXPECT_EQ(io::runtime_call(165), CallKind::synchronise_device);
  EXPECT_EQ(io::runtime_call(214), CallKind::launch);  // of the default stream of each thread
  EXPECT_EQ(io::runtime_call(147), CallKind::wait_event);
  EXPECT_EQ(io::runtime_call(20), CallKind::other);  // cudaMalloc, of which nothing follows
  EXPECT_EQ(io::runtime_call(0), CallKind::other);
  EXPECT_EQ(io::runtime_call(1'000'000), CallKind::other);
  EXPECT_EQ(io::driver_call(307), CallKind::launch);
  EXPECT_EQ(io::driver_call(17), CallKind::synchronise_device);
  EXPECT_EQ(io::driver_call(279), CallKind::copy);
  EXPECT_EQ(io::driver_call(-1), CallKind::other);
}

TEST(Nvprof, TheGpuIsDescribed) {
  NsysExport file;
  const RecordedTrace trace =
      nvprof(file)
          .sql(
              "CREATE TABLE CUPTI_ACTIVITY_KIND_DEVICE (id INT, name INT, globalMemoryBandwidth INT,"
              " globalMemorySize INT, numThreadsPerWarp INT, numMemcpyEngines INT, numMultiprocessors INT,"
              " maxWarpsPerMultiprocessor INT, maxBlocksPerMultiprocessor INT, maxSharedMemoryPerMultiprocessor INT,"
              " maxRegistersPerMultiprocessor INT);"
              "INSERT INTO CUPTI_ACTIVITY_KIND_DEVICE VALUES"
              " (0, 2, 732160000, 17066885120, 32, 3, 56, 64, 32, 65536, 65536)")
          .read();
  ASSERT_EQ(trace.gpus.size(), 1U);
  EXPECT_EQ(trace.gpus[0].name, "Tesla P100");
  EXPECT_EQ(trace.gpus[0].memory_bandwidth, BytesPerSecond{732.16e9});
  EXPECT_EQ(trace.gpus[0].copy_engines, 3);
  EXPECT_EQ(trace.gpus[0].sm,
            (SmModel{.count = 56, .registers = 65536, .shared_memory = {65536}, .threads = 2048, .ctas = 32}));
}

TEST(Nvprof, RangesAreTwoMarks) {
  NsysExport file;
  const RecordedTrace trace =
      nvprof(file)
          .sql(
              "CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER (flags INT, timestamp INT, id INT, name INT);"
              "INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES (2, 100, 5, 3), (2, 200, 6, 3), (4, 300, 6, 0),"
              " (4, 900, 5, 0), (1, 400, 7, 3), (2, 500, 8, 3)")
          .read();
  ASSERT_EQ(trace.spans.size(), 2U);
  EXPECT_EQ(trace.names[trace.spans[0].name], "step");
  EXPECT_EQ(trace.spans[0].start, 100ns);
  EXPECT_EQ(trace.spans[0].end, 900ns);
  EXPECT_EQ(trace.spans[1].start, 200ns);
  EXPECT_EQ(trace.spans[1].end, 300ns);
}

TEST(Nvprof, PagesThatMoveAndCopiesBetweenGpusAreCommands) {
  NsysExport file;
  const RecordedTrace trace =
      nvprof(file)
          .sql(
              "CREATE TABLE CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER (counterKind INT, value INT, start INT, end INT,"
              " srcId INT, dstId INT, streamId INT, processId INT, flags INT);"
              "INSERT INTO CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER VALUES"
              " (1, 65536, 20000000, 20010000, 0, 0, 0, 463, 2), (2, 4096, 20020000, 20030000, 0, 0, 0, 463, 2),"
              " (3, 12, 20040000, 20050000, 0, 0, 0, 463, 0), (4, 1, 20040000, 20050000, 0, 0, 0, 463, 0);"
              "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY2 (copyKind INT, srcKind INT, dstKind INT, bytes INT, start INT,"
              " end INT, deviceId INT, contextId INT, streamId INT, srcDeviceId INT, dstDeviceId INT,"
              " correlationId INT);"
              "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY2 VALUES"
              " (10, 3, 3, 512, 30000000, 30010000, 0, 1, 7, 0, 1, 12)")
          .read();
  ASSERT_EQ(trace.commands.size(), 6U);
  EXPECT_EQ(trace.commands[3].kind, CommandKind::migration_h2d);
  EXPECT_EQ(trace.commands[3].bytes, Bytes{65536});
  EXPECT_EQ(trace.commands[4].kind, CommandKind::migration_d2h);
  EXPECT_EQ(trace.commands[5].kind, CommandKind::peer);
}

TEST(Nvprof, WhatIsNotReadIsRefusedAndNotLost) {
  NsysExport empty;
  const std::string kernels =
      "CREATE TABLE CUPTI_ACTIVITY_KIND_CDP_KERNEL (_id_ INTEGER PRIMARY KEY, start INT, end INT);";
  EXPECT_EQ(refusal(nvprof(empty).sql(kernels)), "");
  NsysExport file;
  EXPECT_EQ(
      refusal(nvprof(file).sql(kernels + "INSERT INTO CUPTI_ACTIVITY_KIND_CDP_KERNEL VALUES (1, 10, 20)")),
      file.file().string() +
          ": holds commands in a table that is not known, CUPTI_ACTIVITY_KIND_CDP_KERNEL, expected a recording of "
          "Nsight Systems in SQLite: nsys export --type sqlite --output FILE.sqlite FILE.nsys-rep; or of nvprof: "
          "nvprof --export-profile FILE");
}

TEST(Nvprof, SeveralProcessesInOneFileAreRefused) {
  NsysExport file;
  nvprof(file).sql("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (9, 211, 5, 6, 464, 1, 9, 0)");
  EXPECT_NE(refusal(file).find("calls of several processes, whose commands nothing tells apart"), std::string::npos);
}

TEST(Nvprof, ItsRecordingBecomesAWorkload) {
  NsysExport file;
  const io::ImportedTrace imported =
      io::import_trace(nvprof(file).read(), {.name = "n", .device_name = "gpu", .cut = {}, .gpu = {}});
  ASSERT_EQ(imported.workload.tasks.size(), 3U);
  EXPECT_EQ(imported.workload.tasks[1].name, "work.2");
  EXPECT_EQ(imported.report.uncalled, 0U);
}

}  // namespace
}  // namespace warpshop::test
