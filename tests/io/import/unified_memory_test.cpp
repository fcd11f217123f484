#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/io/import/import_trace.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/recorded_replay.hpp"
#include "sim/model/what_if.hpp"
#include "tests/io/import/nsys_export.hpp"

namespace warpshop::test {
namespace {

/// A launch at 0, its kernel from 30 us to 10.03 ms, a synchronisation from 20 us to 10.04 ms.
NsysExport& program(NsysExport& file) {
  return file.sql(
      "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, deviceId INT, contextId INT, streamId INT,"
      " correlationId INT, shortName INT);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (30000, 10030000, 0, 1, 7, 1, 1);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INT, end INT, deviceId INT, contextId INT, streamId INT,"
      " correlationId INT, bytes INT, copyKind INT, srcKind INT, dstKind INT, migrationCause INT);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INT, end INT, globalTid INT, correlationId INT, nameId INT);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (0, 10000, 0, 1, 2), (20000, 10040000, 0, 2, 3);"
      "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
      "INSERT INTO StringIds VALUES (1, 'add'), (2, 'cudaLaunchKernel_v7000'), (3, 'cudaDeviceSynchronize_v3020'),"
      " (4, 'cudaMemPrefetchAsync_v8000')");
}

/// kind: 11 to the GPU, 12 to the host. cause: 1 asked for, 2 an access.
std::string move(int start_us, int end_us, int kind, int cause) {
  return "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (" + std::to_string(start_us) + "000, " +
         std::to_string(end_us) + "000, 0, 0, 0, 0, 2097152, " + std::to_string(kind) + ", 7, 7, " +
         std::to_string(cause) + ");";
}

Workload imported(const NsysExport& file) {
  return io::import_trace(file.read(), {.name = "unified", .device_name = "gpu", .cut = {}, .gpu = {}}).workload;
}

Device device_of(const NsysExport& file) {
  return io::import_trace(file.read(), {.name = "unified", .device_name = "gpu", .cut = {}, .gpu = {}}).device;
}

double makespan(const NsysExport& file, double compute) {
  const Workload workload = changed(imported(file), {.compute = compute});
  return evaluate::timeline(resolve(workload, device_of(file)),
                            {.order = recorded_order(workload), .submission = Submission::streams})
      .makespan.count();
}

TEST(UnifiedMemory, PagesThatTheHostTouchesMoveWhenItComesToThem) {
  NsysExport file;
  program(file).sql(move(10100, 10200, 12, 2) + move(10300, 10400, 12, 2));
  EXPECT_NEAR(makespan(file, 1), 10.4, 1e-9);
  // The kernel ends at 1.03 ms; the host waits for it, touches pages 70 us later, and others 100 us after those.
  EXPECT_NEAR(makespan(file, 10), 1.4, 1e-9);
  const Workload workload = imported(file);
  EXPECT_EQ(workload.tasks[1].after, (std::vector<Predecessor>{{workload.tasks[0].name, Millis{0.07}}}));
  EXPECT_EQ(workload.tasks[2].after, (std::vector<Predecessor>{{workload.tasks[1].name, Millis{0.1}}}));
  EXPECT_EQ(workload.tasks[1].d2h->size, Bytes{2097152});
}

TEST(UnifiedMemory, TheHostStandsStillWhileItsPagesMove) {
  NsysExport file;
  program(file).sql(move(10100, 10200, 12, 2) +
                    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (10250000, 10260000, 0, 5, 2);"
                    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10270000, 11270000, 0, 1, 7, 5, 1)");
  EXPECT_NEAR(makespan(file, 1), 11.27, 1e-9);
  EXPECT_NEAR(makespan(file, 10), 1.03 + 0.07 + 0.1 + 0.07 + 0.1, 1e-9);
}

TEST(UnifiedMemory, PagesThatAKernelTouchesMoveWhileItRuns) {
  NsysExport file;
  program(file).sql(move(1030, 1130, 11, 2) + move(2030, 2130, 11, 2));
  EXPECT_NEAR(makespan(file, 1), 10.03, 1e-9) << "not behind it";
  const Workload workload = imported(file);
  for (const auto& [task, since] : {std::pair{1, 1.0}, std::pair{2, 2.0}}) {
    EXPECT_TRUE(workload.tasks[task].after.empty()) << "the kernel is behind nothing";
    EXPECT_NEAR((workload.tasks[task].release - workload.tasks[0].release).count(), since, 1e-12);
    EXPECT_EQ(workload.tasks[task].h2d->size, Bytes{2097152});
  }
}

TEST(UnifiedMemory, PagesOfAKernelFollowWhatThatFollows) {
  NsysExport file;
  program(file).sql(
      "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (11000000, 11010000, 0, 5, 2);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (11020000, 12020000, 0, 1, 7, 5, 1);" +
      move(11520, 11620, 11, 2));
  EXPECT_NEAR(makespan(file, 1), 12.02, 1e-9);
  // 1.03 the first kernel, 0.99 the host, 0.5 in the second kernel, 0.1 of the pages
  EXPECT_NEAR(makespan(file, 10), 1.03 + 0.99 + 0.5 + 0.1, 1e-9);
}

TEST(UnifiedMemory, PagesThatMoveWhileTheHostWaitsFollowTheKernelBefore) {
  NsysExport file;
  program(file).sql("UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET end = 10500000 WHERE correlationId = 2;" +
                    move(10100, 10200, 12, 4));
  const Workload workload = imported(file);
  EXPECT_EQ(workload.tasks[1].after, (std::vector<Predecessor>{{workload.tasks[0].name, Millis{0.07}}}));
}

TEST(UnifiedMemory, PagesThatTheProgramAskedForFollowItsCall) {
  NsysExport file;
  program(file).sql("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (10100000, 10110000, 0, 5, 4);" +
                    move(10120, 10620, 11, 1) + move(10620, 11120, 11, 1));
  EXPECT_NEAR(makespan(file, 1), 11.12, 1e-9);
  EXPECT_NEAR(makespan(file, 10), 1.03 + 0.09 + 1.0, 1e-9);
}

TEST(UnifiedMemory, WithoutACallOrAKernelPagesMoveAsTheyDid) {
  NsysExport file;
  program(file).sql("DELETE FROM CUPTI_ACTIVITY_KIND_RUNTIME; DELETE FROM CUPTI_ACTIVITY_KIND_KERNEL;" +
                    move(100, 200, 12, 2) + move(300, 400, 12, 2));
  EXPECT_NEAR(makespan(file, 1), 0.3, 1e-9) << "from the first on";
}

}  // namespace
}  // namespace warpshop::test
