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
  EXPECT_EQ(table.text({}),
            "name                       ms  note\n"
            "a                         1.5\n"
            "longer than its title  100.25  x\n"
            "\n");
}

TEST(TextTable, NamesAreCutAndPadNothing) {
  TextTable table;
  table.column("name", Align::left, {.names = true});
  table.column("ms", Align::right);
  table.row({std::string(100'000, 'x'), "1"});
  table.row({std::string(kLongestName, 'y'), "2"});
  table.row({"z", "3"});
  EXPECT_EQ(table.text({}), "name" + std::string(kLongestName - 4, ' ') + "  ms\n" +
                                std::string(kLongestName - 1, 'x') + "…   1\n" + std::string(kLongestName, 'y') +
                                "   2\nz" + std::string(kLongestName - 1, ' ') + "   3\n");
  EXPECT_EQ(short_name("a\x1b"), "a\\x1b");
}

TEST(TextTable, WithoutRowsIsItsTitles) {
  EXPECT_EQ(names_and_numbers().text({}), "name  ms  note\n");
}

TEST(TextTable, CellsOfAnyScriptTakeOnePlaceACharacter) {
  TextTable table = names_and_numbers();
  table.row({"größe", "1", "|"});
  table.row({"abcde", "1", "|"});
  table.row({"задача", "1", "|"});
  EXPECT_EQ(table.text({}),
            "name    ms  note\n"
            "größe    1  |\n"
            "abcde    1  |\n"
            "задача   1  |\n");
}

TEST(TextTable, BoldRowsAreMarkedOnlyInColour) {
  TextTable table = names_and_numbers();
  table.row({"a", "1", "x"}, true);
  table.row({"b", "2", "y"});
  EXPECT_EQ(table.text({}), "name  ms  note\na      1  x\nb      2  y\n");
  EXPECT_EQ(table.text({.colour = true}), "name  ms  note\n\x1b[1ma      1  x\x1b[0m\nb      2  y\n");
}

TEST(TextTable, BreaksCellsThatMayBeBrokenToFit) {
  TextTable table;
  table.column("name", Align::left);
  table.column("order", Align::left, {.wraps = true});
  table.row({"one", "a-bb-ccc-dddd-eeeee-ffffff-ggggggg"}, true);
  table.row({"two", "x"});
  EXPECT_EQ(table.text({.width = 30}),
            "name  order\n"
            "one   a-bb-ccc-dddd-eeeee-\n"
            "      ffffff-ggggggg\n"
            "two   x\n");
  EXPECT_EQ(table.text({.colour = true, .width = 30}),
            "name  order\n"
            "\x1b[1mone   a-bb-ccc-dddd-eeeee-\n"
            "      ffffff-ggggggg\x1b[0m\n"
            "two   x\n");
  EXPECT_EQ(table.text({.width = 40}), table.text({.width = 0}));
}

TEST(TextTable, ColumnsThatWrapShareTheRoom) {
  TextTable table;
  table.column("one", Align::left, {.wraps = true});
  table.column("other", Align::left, {.wraps = true});
  table.row({"neh-gpu, neh-gpu-fast, ig, best", "MM-SCEDD-VA-SPMV-PF-BS-HCEDD-RED"});
  EXPECT_EQ(table.text({.width = 52}),
            "one                        other\n"
            "neh-gpu, neh-gpu-fast,     MM-SCEDD-VA-SPMV-PF-BS-\n"
            "ig, best                   HCEDD-RED\n");
  EXPECT_EQ(table.text({.width = 66}), table.text({.width = 0}));
}

TEST(TextTable, LeavesOutTheLeastImportantColumnsAndSaysSo) {
  TextTable table;
  table.column("name", Align::left);
  table.column("second to go", Align::right, {.drop = 2});
  table.column("first to go", Align::right, {.drop = 1});
  table.column("stays", Align::right);
  table.row({"a", "1", "2", "3"});
  EXPECT_EQ(table.text({.width = 38}), table.text({.width = 0}));
  EXPECT_EQ(table.text({.width = 37}),
            "name  second to go  stays\n"
            "a                1      3\n"
            "(left out for want of room: first to\n"
            "go)\n");
  EXPECT_EQ(table.text({.width = 24}),
            "name  stays\n"
            "a         3\n"
            "(left out for want of\n"
            "room: second to go,\n"
            "first to go)\n");
  EXPECT_EQ(table.text({.width = 3}).substr(0, 24), "name  stays\na         3\n");  // no room for what always stays
}

TEST(TextTable, CellsThatDoNotShowAreEscapedAndAlignedAsShown) {
  TextTable table;
  table.column("name", Align::left);
  table.column("n", Align::right);
  table.row({"a\x1b\u009b", "1"});
  EXPECT_EQ(table.text({}), "name         n\na\\x1b\\u009b  1\n");
}

}  // namespace
}  // namespace warpshop::report
