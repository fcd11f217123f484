#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

#include <sqlite3.h>

#include "sim/io/import/read_nsys_trace.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::test {

/// A small export of Nsight Systems, written by a test in SQL.
class NsysExport {
 public:
  explicit NsysExport(const std::string& name = "export.sqlite") : file_(folder_ / name) {
    if (::sqlite3_open(file_.c_str(), &database_) != SQLITE_OK) {
      throw std::runtime_error("no database");
    }
    sql("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY");
  }
  NsysExport(const NsysExport&) = delete;
  NsysExport& operator=(const NsysExport&) = delete;
  ~NsysExport() { ::sqlite3_close(database_); }

  NsysExport& sql(const std::string& statements) {
    char* error = nullptr;
    if (::sqlite3_exec(database_, statements.c_str(), nullptr, nullptr, &error) != SQLITE_OK) {
      const std::string message = error;
      ::sqlite3_free(error);
      throw std::runtime_error(message + " in " + statements);
    }
    return *this;
  }

  /// What a query of one number yields.
  std::int64_t number(const std::string& query) {
    sqlite3_stmt* statement = nullptr;
    if (::sqlite3_prepare_v2(database_, query.c_str(), -1, &statement, nullptr) != SQLITE_OK ||
        ::sqlite3_step(statement) != SQLITE_ROW) {
      throw std::runtime_error(query);
    }
    const std::int64_t value = ::sqlite3_column_int64(statement, 0);
    ::sqlite3_finalize(statement);
    return value;
  }

  /// Strings, and empty tables of kernels, copies, memsets, calls, synchronisations, events and ranges.
  NsysExport& tables() {
    return sql(
        "CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);"
        "INSERT INTO StringIds VALUES (1, 'void scale<float>(float*)'), (2, 'scale'), (3, 'cudaLaunchKernel_v7000'),"
        " (4, 'cudaMemcpyAsync_v3020'), (5, 'cudaEventRecord_v3020'), (6, 'cudaStreamWaitEvent_v3020'),"
        " (7, 'cudaEventSynchronize_v3020'), (8, 'cudaStreamSynchronize_v3020'), (9, 'cudaDeviceSynchronize_v3020'),"
        " (10, 'step'), (11, 'cudaGraphLaunch_v10000'), (12, 'PASSWORD=hunter2');"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER,"
        " contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER,"
        " shortName INTEGER, gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER,"
        " blockZ INTEGER, registersPerThread INTEGER, staticSharedMemory INTEGER, dynamicSharedMemory INTEGER,"
        " graphNodeId INTEGER);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER,"
        " contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER,"
        " copyKind INTEGER, srcKind INTEGER, dstKind INTEGER, srcDeviceId INTEGER, dstDeviceId INTEGER);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER,"
        " contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL, globalTid INTEGER,"
        " correlationId INTEGER, nameId INTEGER);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION (contextId INTEGER, streamId INTEGER,"
        " correlationId INTEGER, globalPid INTEGER, syncType INTEGER, eventId INTEGER, eventSyncId INTEGER);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_CUDA_EVENT (contextId INTEGER, streamId INTEGER, correlationId INTEGER,"
        " globalPid INTEGER, eventId INTEGER, eventSyncId INTEGER);"
        "CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER, text TEXT, textId INTEGER,"
        " globalTid INTEGER);");
  }
  /// One kernel of a hundred CTAs, from 1000 ns to 2000 ns.
  NsysExport& kernel() {
    return sql("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1000, 2000, 0, 1, 7, 11, " + process(1) +
               ", 1, 2, 10, 5, 2, 32, 4, 2, 26, 1024, 2048, NULL)");
  }
  /// How an export writes a process, and a thread of it.
  static std::string process(int id) { return std::to_string((1LL << 48) + (static_cast<long long>(id) << 24)); }
  static std::string thread(int process, int id) { return NsysExport::process(process) + "+" + std::to_string(id); }

  RecordedTrace read() const { return io::read_nsys_trace(file_); }
  const std::filesystem::path& file() const { return file_; }
  const ScratchFolder& folder() const { return folder_; }

 private:
  ScratchFolder folder_;
  std::filesystem::path file_;
  sqlite3* database_ = nullptr;
};

}  // namespace warpshop::test
