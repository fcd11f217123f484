#include "tests/fuzz/fuzz_nsys.hpp"

#include <filesystem>
#include <iterator>

#include "sim/io/import/read_nsys_trace.hpp"
#include "sim/model/error.hpp"
#include "tests/fuzz/expect.hpp"
#include "tests/fuzz/recorded_invariants.hpp"
#include "tests/io/import/nsys_export.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::test {

bool fuzz_nsys(const std::string& text) {
  static const ScratchFolder folder;
  const std::filesystem::path file = folder.write(kMutant, text);
  bool accepted = true;
  try {
    const RecordedTrace trace = io::read_nsys_trace(file);
    expect_invariants(trace);
    expect_workload(trace);
  } catch (const InputError& error) {
    accepted = false;
    const std::string message = error.what();
    expect_text(message, "a message");
    expect(message.starts_with(file.string() + ": "), "an error without a file: " + message);
  }
  expect(content_of(file) == text, "a recording was changed by reading it");
  expect(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1, "a file beside a recording");
  return accepted;
}

namespace {

/// Little schema and many rows, so that most of its bytes are data.
std::string many_rows() {
  NsysExport file;
  file.sql(
      "PRAGMA page_size = 512; CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, streamId, correlationId, shortName, gridX, gridY, gridZ);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, correlationId, nameId);"
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100)"
      " INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT i * 1000, i * 1000 + 900, 7 + i % 3, i, i % 9, i, 2, 1 FROM n;"
      "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT start - 500, start - 400, 16777221, correlationId, shortName"
      " FROM CUPTI_ACTIVITY_KIND_KERNEL;"
      "INSERT INTO StringIds SELECT DISTINCT shortName, 'cudaLaunchKernel' || shortName FROM"
      " CUPTI_ACTIVITY_KIND_KERNEL;");
  return content_of(file.file());
}

/// Kernels, pages that move, calls and marks in the tables of nvprof.
std::string of_nvprof() {
  NsysExport file;
  file.sql(
      "PRAGMA page_size = 512; CREATE TABLE StringTable (_id_ INTEGER PRIMARY KEY, value TEXT);"
      "INSERT INTO StringTable VALUES (1, 'work'), (2, 'GPU');"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL (_id_ INTEGER PRIMARY KEY, start, end, deviceId, contextId,"
      " streamId, gridX, gridY, gridZ, blockX, blockY, blockZ, correlationId, name);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES (1, 1000, 9000, 0, 1, 7, 8, 1, 1, 128, 1, 1, 2, 1),"
      " (2, 9100, 9900, 0, 1, 8, 8, 1, 1, 128, 1, 1, 3, 1);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (_id_ INTEGER PRIMARY KEY, copyKind, srcKind, dstKind, bytes, start, "
      "end,"
      " deviceId, contextId, streamId, correlationId);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (1, 1, 1, 3, 4096, 500, 900, 0, 1, 7, 1);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER (counterKind, value, start, end, srcId, dstId, flags);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER VALUES (1, 65536, 2000, 2100, 0, 0, 2),"
      " (2, 65536, 9950, 9990, 0, 0, 2), (1, 65536, 9991, 9999, 0, 0, 1);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (_id_ INTEGER PRIMARY KEY, cbid, start, end, processId, threadId,"
      " correlationId);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 31, 0, 900, 5, -6, 1), (2, 211, 910, 920, 5, -6, 2),"
      " (3, 211, 930, 940, 5, -6, 3), (4, 165, 950, 9901, 5, -6, 4), (5, 252, 9940, 9945, 5, -6, 5);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER (flags, timestamp, id, name);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES (2, 1, 1, 2), (4, 9000, 1, 0);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_DEVICE (id, name, numMultiprocessors);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_DEVICE VALUES (0, 2, 56)");
  return content_of(file.file());
}

}  // namespace

std::vector<std::string> nsys_seeds() {
  NsysExport file;
  file.sql("PRAGMA page_size = 512").tables().kernel().kernel();
  file.sql(
      "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);"
      "INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '2024.5.1');"
      "CREATE TABLE ENUM_CUDA_MEM_KIND (id INTEGER, name TEXT);"
      "INSERT INTO ENUM_CUDA_MEM_KIND VALUES (1, 'CUDA_MEMOPR_MEMORY_KIND_PINNED');"
      "CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT, totalMemory INTEGER, smCount INTEGER,"
      " maxShmemPerSm INTEGER, maxRegistersPerSm INTEGER, threadsPerWarp INTEGER, asyncEngines INTEGER,"
      " maxWarpsPerSm INTEGER, maxBlocksPerSm INTEGER);"
      "INSERT INTO TARGET_INFO_GPU VALUES (0, 'A100', 42297524224, 108, 167936, 65536, 32, 5, 64, 32);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (100, 200, 0, 1, 7, 3, 16777216, 4096, 1, 1, 2, 0, 0),"
      " (300, 450, 0, 1, 8, 4, 33554432, 65536, 2, 2, 0, 0, 0), (2100, 2200, 0, 0, 0, 0, 16777216, 4096, 12, 4, 4, 0, "
      "0),"
      " (1100, 1200, 0, 0, 0, 0, NULL, 4096, 11, 4, 4, 0, 0), (500, 600, 0, 1, 8, 5, 16777216, 4096, 8, 2, 2, 0, 1);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (700, 710, 0, 1, 7, 6, 16777216, 4096);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (90, 99, 16777221, 3, 4), (210, 215, 16777221, 7, 5),"
      " (220, 225, 16777222, 8, 6), (230, 280, 16777222, 9, 7), (281, 290, 16777221, 10, 8);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_CUDA_EVENT VALUES (1, 7, 7, 16777216, 2, NULL);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES (1, 8, 8, 16777216, 2, 2, NULL),"
      " (1, 4294967295, 9, 16777216, 1, 2, NULL), (1, 7, 10, 16777216, 3, 4294967295, NULL);"
      "INSERT INTO NVTX_EVENTS VALUES (50, 800, 59, 'step', NULL, 16777221), (60, 70, 60, NULL, 10, 16777221)");
  return {content_of(file.file()), many_rows(), of_nvprof()};
}

}  // namespace warpshop::test
