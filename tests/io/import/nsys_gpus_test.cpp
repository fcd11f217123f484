#include <string>

#include <gtest/gtest.h>

#include "tests/io/import/nsys_export.hpp"

namespace warpshop::test {
namespace {

const std::string kGpuTable =
    "CREATE TABLE TARGET_INFO_GPU (vmId INTEGER, id INTEGER NOT NULL, name TEXT, totalMemory INTEGER,"
    " memoryBandwidth INTEGER, smCount INTEGER, maxShmemPerSm INTEGER, maxRegistersPerSm INTEGER,"
    " threadsPerWarp INTEGER, asyncEngines INTEGER, maxWarpsPerSm INTEGER, maxBlocksPerSm INTEGER);";

TEST(NsysGpus, AreDescribedAsFarAsTheExportSays) {
  NsysExport file;
  const RecordedTrace trace =
      file.tables()
          .sql(kGpuTable +
               "INSERT INTO TARGET_INFO_GPU VALUES"
               " (1, 1, 'NVIDIA T4', NULL, 0, 40, NULL, 65536, 32, 0, 32, 16),"
               " (1, 0, 'NVIDIA A100', 42297524224, 1555200000000, 108, 167936, 65536, 32, 5, 64, 32),"
               " (2, 0, 'NVIDIA A100', 1, 1, 1, 1, 1, 1, 1, 1, 1)")
          .read();
  ASSERT_EQ(trace.gpus.size(), 2U);
  EXPECT_EQ(trace.gpus[0].device, 0U);
  EXPECT_EQ(trace.gpus[0].name, "NVIDIA A100");
  EXPECT_EQ(trace.gpus[0].copy_engines, 5);
  EXPECT_EQ(trace.gpus[0].memory, Bytes{42'297'524'224});
  EXPECT_EQ(trace.gpus[0].memory_bandwidth, BytesPerSecond{1.5552e12});
  EXPECT_EQ(trace.gpus[0].sm,
            (SmModel{.count = 108, .registers = 65536, .shared_memory = {167936}, .threads = 2048, .ctas = 32}));
  EXPECT_EQ(trace.gpus[1].name, "NVIDIA T4");
  EXPECT_FALSE(trace.gpus[1].sm || trace.gpus[1].memory || trace.gpus[1].memory_bandwidth ||
               trace.gpus[1].copy_engines);
}

TEST(NsysGpus, OfExportsBefore2022HaveAnotherTable) {
  NsysExport file;
  const RecordedTrace trace =
      file.tables()
          .sql(
              "CREATE TABLE TARGET_INFO_CUDA_GPU (deviceId INTEGER, name TEXT, numMultiprocessors INTEGER);"
              "INSERT INTO TARGET_INFO_CUDA_GPU VALUES (2, 'Tesla V100', 80)")
          .read();
  ASSERT_EQ(trace.gpus.size(), 1U);
  EXPECT_EQ(trace.gpus[0].device, 2U);
  EXPECT_EQ(trace.gpus[0].name, "Tesla V100");
}

// Two processes that each see one GPU call it 0; they are not the same.
TEST(NsysGpus, AreThoseOfTheMachineWhateverAProcessCallsThem) {
  NsysExport file;
  std::string rows =
      "CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER, cudaId INTEGER, pid INTEGER);"
      "INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (3, 0, 1), (1, 0, 2), (NULL, 5, 2);";
  for (const int process : {1, 2, 4}) {
    rows += "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, globalPid) VALUES (" +
            std::to_string(process) + ", 100, 0, " + NsysExport::process(process) + ");";
  }
  const RecordedTrace trace = file.tables().sql(rows).read();
  ASSERT_EQ(trace.commands.size(), 3U);
  EXPECT_EQ(trace.commands[0].device, 3U);
  EXPECT_EQ(trace.commands[1].device, 1U);
  EXPECT_EQ(trace.commands[2].device, 0U);  // as the process says, for want of better
}

}  // namespace
}  // namespace warpshop::test
