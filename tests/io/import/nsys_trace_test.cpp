#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"
#include "tests/io/import/nsys_export.hpp"

namespace warpshop::test {
namespace {

using std::chrono::nanoseconds;

TEST(NsysTrace, ReadsARealExportOf2022) {
  const RecordedTrace trace =
      io::read_nsys_trace(std::filesystem::path(WARPSHOP_SOURCE_DIR) / "tests/reference/traces/saxpy.sqlite");
  EXPECT_EQ(trace.source, "Nsight Systems 2022.2.1.31");
  EXPECT_EQ(trace.resolution, nanoseconds{1});
  ASSERT_EQ(trace.commands.size(), 20U);
  const auto of_kind = [&](CommandKind kind) {
    return std::count_if(trace.commands.begin(), trace.commands.end(),
                         [&](const RecordedCommand& command) { return command.kind == kind; });
  };
  EXPECT_EQ(of_kind(CommandKind::kernel), 5);
  EXPECT_EQ(of_kind(CommandKind::h2d), 10);
  EXPECT_EQ(of_kind(CommandKind::d2h), 5);
  const RecordedCommand& copy = trace.commands[0];
  EXPECT_EQ(copy.start, nanoseconds{887'857'742});
  EXPECT_EQ(copy.end, nanoseconds{906'688'200});
  EXPECT_EQ(copy.bytes, Bytes{262'144'000});
  EXPECT_EQ(copy.memory, Memory::pageable);
  EXPECT_EQ(copy.stream, 7U);
  EXPECT_EQ(copy.correlation, 138U);
  const RecordedCommand& kernel = trace.commands[2];
  EXPECT_EQ(trace.names[kernel.name], "saxpy(double *, double *, double *, double, int)");
  EXPECT_EQ(kernel.ctas, 2);
  EXPECT_EQ(kernel.cta, (CtaResources{.threads = 512, .registers = 26}));
  EXPECT_FALSE(kernel.memory);
  EXPECT_EQ(trace.commands[3].memory, Memory::pageable);
  // Of 95 rows, 38 are what CUPTI saw of a call that the program's own record is there for.
  ASSERT_EQ(trace.calls.size(), 57U);
  const auto call = std::find_if(trace.calls.begin(), trace.calls.end(),
                                 [](const RecordedCall& one) { return one.kind == CallKind::launch; });
  ASSERT_NE(call, trace.calls.end());
  EXPECT_EQ(call->correlation, kernel.correlation);
  EXPECT_EQ(call->start, nanoseconds{924'889'832});
  EXPECT_EQ(trace.spans.size(), 22U);
  EXPECT_EQ(trace.names[trace.spans[0].name], "MPI_Init");
  EXPECT_EQ(trace.spans[0].end, nanoseconds{710'796'807});
  ASSERT_EQ(trace.gpus.size(), 1U);
  EXPECT_EQ(trace.gpus[0].name, "NVIDIA A100-SXM4-40GB");
}

TEST(NsysTrace, IsEmptyButForWhatThereIs) {
  NsysExport file;
  file.sql(
      "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (5, 9)");
  const RecordedTrace trace = file.read();
  ASSERT_EQ(trace.commands.size(), 1U);
  const RecordedCommand& kernel = trace.commands[0];
  EXPECT_EQ(kernel.end, nanoseconds{9});
  EXPECT_EQ(kernel.ctas, 0);
  EXPECT_EQ(kernel.cta.threads, 0);
  EXPECT_EQ(kernel.correlation, 0U);
  EXPECT_EQ(trace.names[kernel.name], "kernel");
  EXPECT_EQ(trace.source, "Nsight Systems");
  EXPECT_TRUE(trace.calls.empty() && trace.spans.empty() && trace.gpus.empty());
}

TEST(NsysTrace, ReadsTheVersionUnderBothNamesOfTheMetadataAndNothingElse) {
  for (const std::string table : {"META_DATA_EXPORT", "EXPORT_META_DATA"}) {
    NsysExport file;
    file.tables().kernel().sql("CREATE TABLE " + table + " (name TEXT NOT NULL, value TEXT); INSERT INTO " + table +
                               " VALUES ('EXPORT_USER', 'somebody'), ('EXPORT_PRODUCT_VERSION', '2024.5.1.113')");
    EXPECT_EQ(file.read().source, "Nsight Systems 2024.5.1.113") << table;
  }
  NsysExport file;
  file.tables().kernel().sql(
      "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);"
      "INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '/home/somebody')");
  EXPECT_EQ(file.read().source, "Nsight Systems");
}

TEST(NsysTrace, DescribesKernelsWhole) {
  NsysExport file;
  const RecordedTrace trace = file.tables().kernel().read();
  ASSERT_EQ(trace.commands.size(), 1U);
  const RecordedCommand& kernel = trace.commands[0];
  EXPECT_EQ(kernel.kind, CommandKind::kernel);
  EXPECT_EQ(trace.names[kernel.name], "void scale<float>(float*)");
  EXPECT_EQ(kernel.ctas, 100);
  EXPECT_EQ(kernel.cta, (CtaResources{.threads = 256, .registers = 26, .shared_memory = {3072}}));
  EXPECT_EQ(kernel.start, nanoseconds{1000});
  EXPECT_EQ(kernel.end, nanoseconds{2000});
  // Strings that nothing names are never read.
  EXPECT_EQ(std::count(trace.names.begin(), trace.names.end(), "PASSWORD=hunter2"), 0);
}

TEST(NsysTrace, CountsTheLargestGridAndRefusesLargerOnes) {
  NsysExport file;
  file.tables().kernel().sql("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET gridX = 2147483647, gridY = 65535, gridZ = 65535");
  EXPECT_EQ(file.read().commands[0].ctas, 2147483647LL * 65535 * 65535);
  file.sql("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET gridZ = 65540");
  EXPECT_THROW(file.read(), InputError);
  file.sql("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET gridZ = -1");
  EXPECT_THROW(file.read(), InputError);
}

TEST(NsysTrace, GivesTheFileTheTableAndTheRowOfTimesThatCannotBe) {
  for (const auto& [change, message] : std::vector<std::pair<std::string, std::string>>{
           {"start = -5", "row 2: start is -5, which is not within 0 … 4000000000000000000"},
           {"end = 10", "row 2: ends at 10 ns, before it starts at 3000 ns"},
           {"end = 9223372036854775807", "row 2: end is 9223372036854775807"},
           {"start = 'soon'", "row 2: start is no whole number"},
           {"deviceId = 4294967296", "row 2: deviceId is 4294967296"},
           {"correlationId = -1", "row 2: correlationId is -1"}}) {
    NsysExport file;
    file.tables().kernel().kernel().sql("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET start = 3000, end = 4000, " + change +
                                        " WHERE rowid = 2");
    try {
      file.read();
      ADD_FAILURE() << change;
    } catch (const InputError& error) {
      const std::string text = error.what();
      EXPECT_TRUE(text.starts_with(file.file().string() + ": table CUPTI_ACTIVITY_KIND_KERNEL, ")) << text;
      EXPECT_NE(text.find(message), std::string::npos) << text;
      EXPECT_NE(text.find("expected a recording of Nsight Systems"), std::string::npos) << text;
    }
  }
}

TEST(NsysTrace, LeavesOutWhatHasNoTimesAndSortsTheRest) {
  NsysExport file;
  file.tables().kernel().sql(
      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, shortName) VALUES (0, 0, 2), (500, 900, 2);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (500, 600, 0, 1, 7, 12, NULL, 4096)");
  const RecordedTrace trace = file.read();
  ASSERT_EQ(trace.commands.size(), 3U);
  EXPECT_EQ(trace.names[trace.commands[0].name], "scale");
  EXPECT_EQ(trace.commands[1].kind, CommandKind::memset);
  EXPECT_EQ(trace.commands[1].bytes, Bytes{4096});
  EXPECT_EQ(trace.commands[2].start, nanoseconds{1000});
}

TEST(NsysTrace, TakesAGraphThatWasRecordedAsAWholeForOneKernel) {
  NsysExport file;
  file.tables().sql(
      "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER,"
      " streamId INTEGER, correlationId INTEGER, globalPid INTEGER, graphId INTEGER, graphExecId INTEGER);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (100, 900, 0, 1, 7, 21, NULL, 1, 2),"
      " (1000, 1900, 0, 1, 7, 22, NULL, 1, 2);"
      // The nodes of the second launch were recorded: they are what counts.
      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, contextId, streamId, correlationId, shortName, graphNodeId)"
      " VALUES (1000, 1400, 1, 7, 22, 2, 5), (1400, 1900, 1, 7, 22, 2, 6);");
  const RecordedTrace trace = file.read();
  ASSERT_EQ(trace.commands.size(), 3U);
  EXPECT_EQ(trace.commands[0].kind, CommandKind::kernel);
  EXPECT_EQ(trace.names[trace.commands[0].name], "CUDA graph");
  EXPECT_EQ(trace.commands[0].correlation, 21U);
  EXPECT_EQ(trace.commands[0].cta.threads, 0);
  EXPECT_EQ(trace.commands[1].correlation, 22U);
  EXPECT_EQ(trace.commands[2].correlation, 22U);
}

TEST(NsysTrace, ShowsNamesAsTheyMayBePrinted) {
  NsysExport file;
  file.tables().kernel().sql("UPDATE StringIds SET value = 'a' || char(27) || '[2Jb' WHERE id = 1");
  EXPECT_EQ(file.read().names.at(0), "a\\x1b[2Jb");
  file.sql("DELETE FROM StringIds WHERE id = 1");
  EXPECT_EQ(file.read().names.at(0), "#1");
}

}  // namespace
}  // namespace warpshop::test
