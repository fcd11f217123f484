#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"
#include "tests/io/import/nsys_export.hpp"

namespace warpshop::test {
namespace {

/// What is wrong with a file, without its name.
std::string refusal(const std::filesystem::path& file) {
  try {
    io::read_nsys_trace(file);
  } catch (const InputError& error) {
    EXPECT_TRUE(std::string_view(error.what()).starts_with(file.string() + ": ")) << error.what();
    EXPECT_NE(error.message().find("nsys export --type sqlite"), std::string_view::npos) << error.what();
    return std::string(error.message());
  }
  return "nothing";
}

TEST(HostileDatabase, IsToldFromOtherFiles) {
  const ScratchFolder folder;
  EXPECT_TRUE(refusal(folder / "none.sqlite").starts_with("cannot be opened (No such file or directory), expected"));
  EXPECT_TRUE(refusal(folder.path()).starts_with("is a directory, expected"));
  EXPECT_TRUE(refusal("/dev/null").starts_with("is no regular file, expected"));
  EXPECT_TRUE(refusal(folder.write("empty.sqlite", "")).starts_with("is empty, expected"));
  EXPECT_TRUE(refusal(folder.write("a.nsys-rep", "QDSTRM")).starts_with("is a report that has not been exported"));
  EXPECT_TRUE(refusal(folder.write("a.json", "{\"traceEvents\": []}")).starts_with("is JSON, expected"));
  EXPECT_TRUE(refusal(folder.write("a.txt", "hello")).starts_with("is no SQLite database, expected"));
  EXPECT_TRUE(refusal(folder.write("magic", std::string("SQLite format 3\0", 16))).starts_with("is "));
  NsysExport other;
  other.sql("CREATE TABLE cats (name TEXT)");
  EXPECT_TRUE(refusal(other.file()).starts_with("holds no calls or commands of CUDA"));
}

TEST(HostileDatabase, ThatIsCutShortOrOverwrittenIsRefusedOrRead) {
  NsysExport file;
  file.tables().sql("BEGIN");
  for (int row = 0; row < 300; ++row) {
    file.kernel().sql("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end + " + std::to_string(row) +
                      " WHERE rowid = " + std::to_string(row + 1));
  }
  file.sql("COMMIT");
  const std::string whole = content_of(file.file());
  EXPECT_EQ(file.read().commands.size(), 300U);
  const ScratchFolder folder;
  int refused = 0;
  for (std::size_t length = 100; length < whole.size(); length += 1001) {
    refused += refusal(folder.write("cut", whole.substr(0, length))) != "nothing" ? 1 : 0;
    std::string overwritten = whole;
    std::fill_n(overwritten.begin() + static_cast<std::ptrdiff_t>(length),
                std::min<std::size_t>(64, whole.size() - length), '\xA5');
    refused += refusal(folder.write("overwritten", overwritten)) != "nothing" ? 1 : 0;
  }
  EXPECT_GT(refused, 20);
}

/// The inner pages of the table of kernels, root first, each made to have the next one for all its children: as many
/// rows as the product of their cells.
std::string with_a_tree_of_one_branch(std::string bytes, std::size_t root) {
  constexpr std::size_t kPage = 512;
  constexpr char kInnerTablePage = 5;
  std::vector<std::size_t> inner{root};
  for (std::size_t page = 2; page <= bytes.size() / kPage && inner.size() < 8; ++page) {
    if (bytes[(page - 1) * kPage] == kInnerTablePage && page != root) {
      inner.push_back(page);
    }
  }
  const auto number = [&](std::size_t at) {
    return 256 * static_cast<std::size_t>(static_cast<unsigned char>(bytes[at])) +
           static_cast<std::size_t>(static_cast<unsigned char>(bytes[at + 1]));
  };
  for (std::size_t level = 0; level + 1 < inner.size(); ++level) {
    const std::size_t start = (inner[level] - 1) * kPage;
    const std::string child{0, 0, static_cast<char>(inner[level + 1] >> 8U), static_cast<char>(inner[level + 1])};
    bytes.replace(start + 8, child.size(), child);
    for (std::size_t cell = 0; cell < number(start + 3); ++cell) {
      bytes.replace(start + number(start + 12 + 2 * cell), child.size(), child);
    }
  }
  return bytes;
}

TEST(HostileDatabase, WhoseTreesHaveMoreRowsThanBytesIsGivenUp) {
  NsysExport file;
  file.sql("PRAGMA page_size = 512").tables().sql("BEGIN");
  for (int row = 0; row < 3000; ++row) {
    file.kernel();
  }
  file.sql("COMMIT");
  const auto root = static_cast<std::size_t>(
      file.number("SELECT rootpage FROM sqlite_master WHERE name = 'CUPTI_ACTIVITY_KIND_KERNEL'"));
  const ScratchFolder folder;
  const std::string what =
      refusal(folder.write("rows.sqlite", with_a_tree_of_one_branch(content_of(file.file()), root)));
  EXPECT_TRUE(what.starts_with("holds more than a file of its size can hold")) << what;
}

TEST(HostileDatabase, ViewsAndVirtualTablesAreRefused) {
  for (const std::string_view made :
       {"CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        "SELECT i AS start, i AS end FROM n",
        "CREATE VIRTUAL TABLE CUPTI_ACTIVITY_KIND_KERNEL USING fts5(start, \"end\")"}) {
    NsysExport file;
    file.sql(std::string(made));
    EXPECT_TRUE(refusal(file.file()).starts_with("calls something else than a table CUPTI_ACTIVITY_KIND_KERNEL"))
        << made;
  }
}

TEST(HostileDatabase, ViewsThatCallThemselvesTablesAreNone) {
  NsysExport file;
  file.sql(
      "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER);"
      "PRAGMA writable_schema = ON;"
      "UPDATE sqlite_master SET sql = 'CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS WITH RECURSIVE n(i) AS (SELECT 1 "
      "UNION ALL SELECT i + 1 FROM n) SELECT i AS start, i AS end FROM n'");
  EXPECT_NE(refusal(file.file()), "nothing");
}

TEST(HostileDatabase, ComputedColumnsAndTriggersDoNotRun) {
  NsysExport file;
  file.sql(
      "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER,"
      " deviceId INTEGER AS (length(hex(zeroblob(10000000)))) VIRTUAL);"
      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1, 2);"
      "CREATE TRIGGER t AFTER INSERT ON CUPTI_ACTIVITY_KIND_KERNEL BEGIN DELETE FROM CUPTI_ACTIVITY_KIND_KERNEL; END");
  const RecordedTrace trace = file.read();
  ASSERT_EQ(trace.commands.size(), 1U);
  EXPECT_EQ(trace.commands[0].device, 0U);
}

// Every name is looked for among all strings: as many steps as their product.
TEST(HostileDatabase, StringsWithoutAnIndexAreGivenUp) {
  NsysExport file;
  file.sql(
      "CREATE TABLE StringIds (id INTEGER, value TEXT);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, shortName INTEGER);"
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 30000)"
      " INSERT INTO StringIds SELECT 0, '' FROM n;"
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 30000)"
      " INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT 1, 2, i FROM n");
  EXPECT_TRUE(refusal(file.file()).starts_with("holds more than a file of its size can hold"));
}

TEST(HostileDatabase, HasNothingWrittenBesideItWhateverItIsCalled) {
  for (const std::string name : {"a?mode=rwc&x.sqlite", "100% #1 'b'.sqlite", "ä\xFF.sqlite", "-"}) {
    NsysExport file(name);
    file.sql("PRAGMA journal_mode = WAL").tables().kernel().sql("PRAGMA journal_mode = DELETE");
    const std::string before = content_of(file.file());
    EXPECT_EQ(file.read().commands.size(), 1U) << name;
    EXPECT_EQ(content_of(file.file()), before);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(file.folder().path()), {}), 1) << name;
  }
}

TEST(HostileDatabase, WithChangesBesideItIsRefused) {
  NsysExport file;
  file.sql("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0").tables().kernel();
  EXPECT_EQ(refusal(file.file()).substr(0, 75),
            "is not all of the database: its writer left export.sqlite-wal beside it, ex");
  const ScratchFolder folder;
  NsysExport whole;
  whole.tables().kernel();
  const auto copy = folder.write("a.sqlite", content_of(whole.file()));
  folder.write("a.sqlite-journal", std::string(512, '\0'));  // given up: its head is overwritten
  EXPECT_EQ(io::read_nsys_trace(copy).commands.size(), 1U);
  folder.write("a.sqlite-journal", "\xD9\xD5\x05\xF9\x20\xA1\x63\xD7" + std::string(504, '\0'));
  EXPECT_TRUE(refusal(copy).starts_with("is not all of the database: its writer left a.sqlite-journal beside it"));
}

TEST(HostileDatabase, WithoutNamesIsRefused) {
  NsysExport file;
  file.tables().kernel().sql("DROP TABLE StringIds");
  EXPECT_TRUE(refusal(file.file()).starts_with("has no table StringIds with id and value"));
}

TEST(HostileDatabase, InWriteAheadModeIsReadAsItStands) {
  NsysExport file;
  file.tables().kernel();
  std::string bytes = content_of(file.file());
  bytes[18] = bytes[19] = 2;  // written and read by write-ahead log
  const ScratchFolder folder;
  EXPECT_EQ(io::read_nsys_trace(folder.write("wal.sqlite", bytes)).commands.size(), 1U);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

}  // namespace
}  // namespace warpshop::test
