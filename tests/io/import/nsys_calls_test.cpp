#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/io/import/nsys_export.hpp"

namespace warpshop::test {
namespace {

using std::chrono::nanoseconds;

std::string call(int start, int end, const std::string& thread, int correlation, int name) {
  return "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (" + std::to_string(start) + ", " + std::to_string(end) +
         ", " + thread + ", " + std::to_string(correlation) + ", " + std::to_string(name) + ");";
}

constexpr int kLaunch = 3, kRecord = 5, kWait = 6, kEventSync = 7, kStreamSync = 8, kDeviceSync = 9;
const std::string kThread = NsysExport::thread(1, 5);

std::string record(int context, int stream, int correlation, int event, const std::string& link = "NULL") {
  return "INSERT INTO CUPTI_ACTIVITY_KIND_CUDA_EVENT VALUES (" + std::to_string(context) + ", " +
         std::to_string(stream) + ", " + std::to_string(correlation) + ", " + NsysExport::process(1) + ", " +
         std::to_string(event) + ", " + link + ");";
}

std::string synchronisation(int context, const std::string& stream, int correlation, int type, const std::string& event,
                            const std::string& link = "NULL") {
  return "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES (" + std::to_string(context) + ", " + stream + ", " +
         std::to_string(correlation) + ", " + NsysExport::process(1) + ", " + std::to_string(type) + ", " + event +
         ", " + link + ");";
}

TEST(NsysCalls, KeepCorrelationsThreadsAndStreamsOfTwoProcessesApart) {
  NsysExport file;
  std::string rows;
  for (const int process : {1, 2}) {
    rows += call(100 * process, 100 * process + 50, NsysExport::thread(process, 5), 11, kLaunch);
    rows +=
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, contextId, streamId, correlationId, globalPid,"
        " shortName) VALUES (" +
        std::to_string(1000 * process) + ", " + std::to_string(1000 * process + 10) + ", 1, 7, 11, " +
        NsysExport::process(process) + ", 2);";
  }
  const RecordedTrace trace = file.tables().sql(rows).read();
  ASSERT_EQ(trace.commands.size(), 2U);
  ASSERT_EQ(trace.calls.size(), 2U);
  EXPECT_EQ(trace.calls[0].correlation, 11U);  // as it was, where that is the first process
  EXPECT_EQ(trace.calls[0].correlation, trace.commands[0].correlation);
  EXPECT_EQ(trace.calls[1].correlation, trace.commands[1].correlation);
  EXPECT_NE(trace.calls[0].correlation, trace.calls[1].correlation);
  EXPECT_NE(trace.calls[0].thread, trace.calls[1].thread);
  EXPECT_NE(trace.commands[0].stream, trace.commands[1].stream);
}

TEST(NsysCalls, JoinCommandsThatAreOfNoProcess) {
  NsysExport file;
  const RecordedTrace trace = file.tables()
                                  .sql(call(100, 150, kThread, 11, kLaunch) +
                                       "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, correlationId) "
                                       "VALUES (200, 300, 11)")
                                  .read();
  EXPECT_EQ(trace.calls.at(0).correlation, trace.commands.at(0).correlation);
}

TEST(NsysCalls, StandThereOnceThoughTheyWereRecordedTwice) {
  NsysExport file;
  const RecordedTrace trace = file.tables()
                                  .sql(call(100, 200, kThread, 11, kLaunch) + call(110, 190, kThread, 11, 4) +
                                       call(120, 130, kThread, 12, kLaunch) +                   // within it, another
                                       call(120, 130, NsysExport::thread(1, 6), 11, kLaunch) +  // another thread's
                                       call(300, 400, kThread, 0, 4) + call(310, 320, kThread, 0, 4))  // not correlated
                                  .read();
  ASSERT_EQ(trace.calls.size(), 5U);
  EXPECT_EQ(trace.calls[0].kind, CallKind::launch);
  EXPECT_EQ(trace.calls[0].end, nanoseconds{200});
  EXPECT_EQ(trace.calls[1].start, nanoseconds{120});
}

TEST(NsysCalls, KnowWhatTheyWaitForWhereItIsRecorded) {
  NsysExport file;
  const RecordedTrace trace =
      file.tables()
          .sql(call(100, 110, kThread, 1, kRecord) + call(200, 210, kThread, 2, kRecord) +
               call(300, 310, kThread, 3, kWait) + call(400, 410, kThread, 4, kRecord) +
               call(500, 510, kThread, 5, kEventSync) + call(600, 610, kThread, 6, kStreamSync) +
               call(700, 710, kThread, 7, kDeviceSync) +
               // Event 9 on stream 13, again on stream 14, and after the wait on 15; another context has an event 9.
               record(1, 13, 1, 9) + record(1, 14, 2, 9) + record(1, 15, 4, 9) + record(2, 20, 2, 9) +
               synchronisation(1, "16", 3, 2, "9") + synchronisation(1, "4294967295", 5, 1, "9") +
               synchronisation(1, "14", 6, 3, "4294967295") + synchronisation(1, "4294967295", 7, 4, "4294967295"))
          .read();
  ASSERT_EQ(trace.calls.size(), 7U);
  EXPECT_EQ(trace.calls[0].kind, CallKind::record_event);
  EXPECT_EQ(trace.calls[0].stream, 13U);
  EXPECT_EQ(trace.calls[0].event, 9U);
  EXPECT_EQ(trace.calls[2].kind, CallKind::wait_event);
  EXPECT_EQ(trace.calls[2].stream, 16U);
  EXPECT_EQ(trace.calls[2].event, 9U);
  EXPECT_EQ(trace.calls[2].record, 2U);
  EXPECT_EQ(trace.calls[2].awaited_stream, std::nullopt);
  EXPECT_EQ(trace.calls[4].kind, CallKind::synchronise_event);
  EXPECT_EQ(trace.calls[4].record, 4U);
  EXPECT_EQ(trace.calls[4].stream, std::nullopt);
  EXPECT_EQ(trace.calls[5].kind, CallKind::synchronise_stream);
  EXPECT_EQ(trace.calls[5].stream, 14U);
  EXPECT_EQ(trace.calls[5].event, std::nullopt);
  EXPECT_EQ(trace.calls[6].kind, CallKind::synchronise_device);
  EXPECT_EQ(trace.calls[6].stream, std::nullopt);
}

TEST(NsysCalls, FollowTheLinkThatNewerExportsGive) {
  NsysExport file;
  const RecordedTrace trace =
      file.tables()
          .sql(call(100, 110, kThread, 1, kRecord) + call(200, 210, kThread, 2, kRecord) +
               call(300, 310, kThread, 3, kWait) + record(1, 13, 1, 9, "501") + record(1, 14, 2, 9, "502") +
               // From a stream of another context, which calls the event otherwise.
               synchronisation(2, "16", 3, 2, "1", "501"))
          .read();
  EXPECT_EQ(trace.calls.at(2).record, 1U);
}

TEST(NsysCalls, KnowTheStreamWhereTheCallThatRecordedHasNoCorrelation) {
  NsysExport file;
  const RecordedTrace trace =
      file.tables()
          .sql(call(300, 310, kThread, 3, kWait) + record(1, 13, 0, 9) + synchronisation(1, "16", 3, 2, "9"))
          .read();
  EXPECT_EQ(trace.calls.at(0).record, std::nullopt);
  EXPECT_EQ(trace.calls.at(0).awaited_stream, 13U);
}

TEST(NsysCalls, KnowNothingOfStreamsWhereThoseTablesAreMissing) {
  NsysExport file;
  const RecordedTrace trace = file.tables()
                                  .sql(
                                      "DROP TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION;"
                                      "DROP TABLE CUPTI_ACTIVITY_KIND_CUDA_EVENT;" +
                                      call(100, 110, kThread, 1, kRecord) + call(300, 310, kThread, 3, kWait))
                                  .read();
  for (const RecordedCall& one : trace.calls) {
    EXPECT_FALSE(one.stream || one.event || one.record || one.awaited_stream);
  }
}

TEST(NsysSpans, AreRangesThatEndedAndHaveAName) {
  NsysExport file;
  const RecordedTrace trace =
      file.tables()
          .sql(
              "INSERT INTO NVTX_EVENTS VALUES (50, 90, 60, 'load', NULL, " + kThread + "), (10, 40, 59, NULL, 10, " +
              kThread +
              "), (20, NULL, 59, 'open', NULL, 1), (30, NULL, 34, 'mark',"
              " NULL, 1), (30, 30, 34, 'mark', NULL, 1), (35, 36, 59, NULL, NULL, 1), (0, NULL, 75, 'domain', NULL, 1)")
          .read();
  ASSERT_EQ(trace.spans.size(), 2U);
  EXPECT_EQ(trace.names[trace.spans[0].name], "step");
  EXPECT_EQ(trace.spans[0].start, nanoseconds{10});
  EXPECT_EQ(trace.spans[0].end, nanoseconds{40});
  EXPECT_EQ(trace.spans[0].thread, 5U);
  EXPECT_EQ(trace.names[trace.spans[1].name], "load");
}

}  // namespace
}  // namespace warpshop::test
