#include "sim/report/described_csv.hpp"

#include <array>
#include <optional>
#include <sstream>

#include <gtest/gtest.h>

namespace warpshop::report {
namespace {

using namespace result;

struct Cell {
  std::array<int, 2> counts{};
  std::optional<AssumedRange> range;
};
struct Row {
  std::string name;
  std::vector<Cell> cells;
  std::vector<int> list;
};
struct Whole {
  std::vector<Row> rows;
  double bound = 0;
};

const Fields<Cell>& cell_fields() {
  static const Fields<Cell> fields{{"counts", "", &Cell::counts, column("first,second")},
                                   {"time_range_ms", "", &Cell::range}};
  return fields;
}

std::string csv(const Fields<Row>& row, const Whole& whole, std::string_view first = {}) {
  const Kind<Whole> kind({.name = "test", .title = {}, .command = {}, .first_columns = first},
                         {{"rows", "", row, &Whole::rows, kRows}, {"bound_ms", "", &Whole::bound}});
  std::ostringstream out;
  write(out, format::Csv{}, kind.describe(whole));
  return out.str();
}

TEST(CsvField, IsQuotedOnlyWhereItHasTo) {
  EXPECT_EQ(csv_field("four tasks"), "four tasks");
  EXPECT_EQ(csv_field(""), "");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("so \"called\""), "\"so \"\"called\"\"\"");
}

TEST(CsvField, IsNoFormulaToASpreadsheet) {
  EXPECT_EQ(csv_field("=1+1"), "\"'=1+1\"");
  EXPECT_EQ(csv_field("+A1"), "\"'+A1\"");
  EXPECT_EQ(csv_field("-2+3"), "\"'-2+3\"");
  EXPECT_EQ(csv_field("@SUM(\"a\",b)"), "\"'@SUM(\"\"a\"\",b)\"");
  EXPECT_EQ(csv_field("-inf"), "\"'-inf\"");
  EXPECT_EQ(csv_field("\t=1"), "\\x09=1");
  EXPECT_EQ(csv_field("\r=1"), "\\x0d=1");
  for (const char* number : {"-5", "+5", "-1.5e-3", "-0"}) {
    EXPECT_EQ(csv_field(number), number);
  }
  EXPECT_EQ(csv_field("a=b-c"), "a=b-c");
}

TEST(CsvField, ShowsWhatWouldBreakALineOrNotShow) {
  EXPECT_EQ(csv_field("a\nb\xff"), "a\\x0ab\\xff");
  EXPECT_EQ(csv_field("\u202e,"), "\"\\u202e,\"");
}

TEST(DescribedCsv, HasALineForEachRowOfRows) {
  const Fields<Row> row{
      {"name", "", &Row::name}, {"cells", "", cell_fields(), &Row::cells, kRows}, {"list", "", &Row::list}};
  const Whole whole{
      .rows = {{"a,b", {{{1, 2}, {}}, {{3, 4}, AssumedRange{Millis{0.5}, Millis{2}}}}, {7, 8}}, {"c", {}, {}}},
      .bound = 9};
  EXPECT_EQ(csv(row, whole),
            "bound_ms,name,list,first,second,time_low_ms,time_high_ms\n"
            "9,\"a,b\",7 8,1,2,,\n"
            "9,\"a,b\",7 8,3,4,0.5,2\n");
}

TEST(DescribedCsv, KeepsTheOrderThatReadersKnowAndPutsNewColumnsBehind) {
  const Fields<Row> row{{"new", "", [](const Row&) { return true; }},
                        {"name", "", &Row::name},
                        {"cells", "", cell_fields(), &Row::cells, kJsonOnly}};
  EXPECT_EQ(csv(row, {.rows = {{"a", {}, {}}}, .bound = 1}, "name,bound_ms"), "name,bound_ms,new\na,1,true\n");
}

TEST(DescribedCsv, HasNoLineWithoutRows) {
  EXPECT_EQ(csv({{"name", "", &Row::name}}, {}), "bound_ms,name\n");
}

}  // namespace
}  // namespace warpshop::report
