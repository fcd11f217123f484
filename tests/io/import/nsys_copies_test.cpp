#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/io/import/nsys_export.hpp"

namespace warpshop::test {
namespace {

std::string copy(int kind, const std::string& source, const std::string& target, const std::string& devices) {
  return "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (10, 20, 0, 1, 7, 3, NULL, 4096, " + std::to_string(kind) +
         ", " + source + ", " + target + ", " + devices + ");";
}

struct Case {
  int kind;
  const char *source, *target, *devices;
  CommandKind expected;
  std::optional<Memory> memory = {};
};

TEST(NsysCopies, AreToldApartByTheDocumentedNumbers) {
  for (const Case& one : std::vector<Case>{
           {1, "0", "2", "0, 0", CommandKind::h2d, Memory::pageable},
           {1, "1", "2", "NULL, NULL", CommandKind::h2d, Memory::pinned},
           {1, "7", "2", "0, 0", CommandKind::h2d},
           {1, "NULL", "NULL", "0, 0", CommandKind::h2d},
           {1, "4", "2", "0, 0", CommandKind::h2d},  // managed memory is neither
           {2, "2", "1", "0, 0", CommandKind::d2h, Memory::pinned},
           {2, "2", "0", "0, 0", CommandKind::d2h, Memory::pageable},
           {3, "1", "3", "0, 0", CommandKind::h2d, Memory::pinned},
           {4, "3", "1", "0, 0", CommandKind::d2h, Memory::pinned},
           {5, "3", "3", "0, 0", CommandKind::d2d},
           {6, "3", "2", "0, 0", CommandKind::d2d},
           {7, "2", "3", "0, 0", CommandKind::d2d},
           {8, "2", "2", "0, 0", CommandKind::d2d},
           {8, "2", "2", "0, 1", CommandKind::peer},
           {10, "2", "2", "0, 1", CommandKind::peer},
           {11, "4", "4", "0, 0", CommandKind::migration_h2d},
           {12, "4", "4", "0, 0", CommandKind::migration_d2h},
           {13, "4", "4", "0, 1", CommandKind::peer},
           {0, "1", "2", "0, 0", CommandKind::h2d, Memory::pinned},  // by its ends
           {0, "2", "0", "0, 0", CommandKind::d2h, Memory::pageable},
           {99, "2", "2", "0, 0", CommandKind::d2d},
       }) {
    NsysExport file;
    const RecordedTrace trace = file.tables().sql(copy(one.kind, one.source, one.target, one.devices)).read();
    ASSERT_EQ(trace.commands.size(), 1U) << one.kind;
    EXPECT_EQ(trace.commands[0].kind, one.expected) << one.kind << one.source << one.target;
    EXPECT_EQ(trace.commands[0].memory, one.memory) << one.kind << one.source << one.target;
    EXPECT_EQ(trace.commands[0].bytes, Bytes{4096});
    EXPECT_EQ(trace.commands[0].cta.threads, 0);
  }
}

TEST(NsysCopies, WithinTheHostAreNoCommands) {
  NsysExport file;
  EXPECT_TRUE(file.tables().sql(copy(9, "0", "1", "0, 0") + copy(0, "0", "0", "0, 0")).read().commands.empty());
}

// CUPTI's own numbers of memory are 1 pageable, 2 pinned, 3 device: an export that has them says so.
TEST(NsysCopies, AreToldApartByTheNamesThatAnExportGives) {
  NsysExport file;
  const RecordedTrace trace =
      file.tables()
          .sql(
              "CREATE TABLE ENUM_CUDA_MEM_KIND (id INTEGER, name TEXT, label TEXT);"
              "INSERT INTO ENUM_CUDA_MEM_KIND VALUES (0, 'CUDA_MEMOPR_MEMORY_KIND_UNKNOWN', 'Unknown'),"
              " (1, 'CUDA_MEMOPR_MEMORY_KIND_PAGEABLE', 'Pageable'), (2, 'CUDA_MEMOPR_MEMORY_KIND_PINNED', 'Pinned'),"
              " (3, 'CUDA_MEMOPR_MEMORY_KIND_DEVICE', 'Device'),"
              " (4, 'CUDA_MEMOPR_MEMORY_KIND_DEVICE_STATIC', 'Device Static');"
              "CREATE TABLE ENUM_CUDA_MEMCPY_OPER (id INTEGER, name TEXT, label TEXT);"
              "INSERT INTO ENUM_CUDA_MEMCPY_OPER VALUES (21, 'CUDA_MEMCPY_KIND_HTOD', 'Host-to-Device'),"
              " (22, 'CUDA_MEMCPY_KIND_DTOH', 'Device-to-Host'), (23, 'CUDA_MEMCPY_KIND_UVM_HTOD', 'Unified');" +
              copy(21, "1", "3", "0, 0") + copy(21, "0", "3", "0, 0") + copy(22, "4", "2", "0, 0") +
              copy(23, "0", "0", "0, 0"))
          .read();
  ASSERT_EQ(trace.commands.size(), 4U);
  EXPECT_EQ(trace.commands[0].kind, CommandKind::h2d);
  EXPECT_EQ(trace.commands[0].memory, Memory::pageable);
  EXPECT_EQ(trace.commands[1].kind, CommandKind::h2d);
  EXPECT_EQ(trace.commands[1].memory, std::nullopt);
  EXPECT_EQ(trace.commands[2].kind, CommandKind::d2h);
  EXPECT_EQ(trace.commands[2].memory, Memory::pinned);
  EXPECT_EQ(trace.commands[3].kind, CommandKind::migration_h2d);
}

}  // namespace
}  // namespace warpshop::test
