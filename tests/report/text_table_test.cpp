#include "sim/report/text_table.hpp"

#include <gtest/gtest.h>

namespace warpshop::report {
namespace {

TextTable names_and_numbers() {
  TextTable table;
  table.column("name", Align::left);
  table.column("ms", Align::right);
  table.column("note", Align::left);
  return table;
}

TEST(TextTable, ColumnsAreAsWideAsTheirWidestCellAndLinesEndWithoutSpaces) {
  TextTable table = names_and_numbers();
  table.row({"a", "1.5", ""});
  table.row({"longer than its title", "100.25", "x"});
  table.row({"", "", ""});
  EXPECT_EQ(table.text(false),
            "name                       ms  note\n"
            "a                         1.5\n"
            "longer than its title  100.25  x\n"
            "\n");
}

TEST(TextTable, WithoutRowsIsItsTitles) {
  EXPECT_EQ(names_and_numbers().text(false), "name  ms  note\n");
}

TEST(TextTable, CellsOfAnyScriptTakeOnePlaceACharacter) {
  TextTable table = names_and_numbers();
  table.row({"größe", "1", "|"});
  table.row({"abcde", "1", "|"});
  table.row({"задача", "1", "|"});
  EXPECT_EQ(table.text(false),
            "name    ms  note\n"
            "größe    1  |\n"
            "abcde    1  |\n"
            "задача   1  |\n");
}

TEST(TextTable, BoldRowsAreMarkedOnlyInColour) {
  TextTable table = names_and_numbers();
  table.row({"a", "1", "x"}, true);
  table.row({"b", "2", "y"});
  EXPECT_EQ(table.text(false), "name  ms  note\na      1  x\nb      2  y\n");
  EXPECT_EQ(table.text(true), "name  ms  note\n\x1b[1ma      1  x\x1b[0m\nb      2  y\n");
}

TEST(DisplayWidth, CountsCodePoints) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("größe"), 5U);
  EXPECT_EQ(display_width("…"), 1U);
  EXPECT_EQ(display_width("\U0001F600"), 1U);
}

TEST(CsvField, IsQuotedOnlyWhereItHasTo) {
  EXPECT_EQ(csv_field("four tasks"), "four tasks");
  EXPECT_EQ(csv_field(""), "");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("so \"called\""), "\"so \"\"called\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_field("two\r"), "\"two\r\"");
}

}  // namespace
}  // namespace warpshop::report
