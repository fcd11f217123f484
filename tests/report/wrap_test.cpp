#include "sim/report/wrap.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/model/utf8.hpp"

namespace warpshop::report {
namespace {

using Lines = std::vector<std::string>;

TEST(Wrapped, BreaksAtSpaces) {
  EXPECT_EQ(wrapped("one two three", 0), (Lines{"one two three"}));
  EXPECT_EQ(wrapped("one two three", 13), (Lines{"one two three"}));
  EXPECT_EQ(wrapped("one two three", 12), (Lines{"one two", "three"}));
  EXPECT_EQ(wrapped("one two three", 5), (Lines{"one", "two", "three"}));
  EXPECT_EQ(wrapped("", 5), (Lines{""}));
}

TEST(Wrapped, BreaksBehindDashesOnlyWhatIsLongerThanALine) {
  EXPECT_EQ(wrapped("chat-1 > chat-2 > load", 9), (Lines{"chat-1 >", "chat-2 >", "load"}));
  EXPECT_EQ(wrapped("BS-TM-MM-VA", 6), (Lines{"BS-TM-", "MM-VA"}));
  EXPECT_EQ(wrapped("k20c#1: BS-TM-MM-VA", 10), (Lines{"k20c#1:", "BS-TM-MM-", "VA"}));
}

TEST(Wrapped, BreaksAnywhereWhereNothingElseHelps) {
  EXPECT_EQ(wrapped("abcdefg", 3), (Lines{"abc", "def", "g"}));
  EXPECT_EQ(wrapped("größer", 3), (Lines{"grö", "ßer"}));
}

TEST(Wrapped, NoLineIsLongerThanAllowedAndNothingIsLost) {
  const std::string text = "streams: größe-a-bb  ccc-dddddddddddd-e f | g-h; x#1: y (2 gates)";
  for (std::size_t width = 1; width < 80; ++width) {
    std::string joined;
    for (const std::string& line : wrapped(text, width)) {
      EXPECT_LE(display_width(line), width);
      joined += line;
    }
    std::string expected = text;
    for (std::string* whole : {&joined, &expected}) {
      std::erase(*whole, ' ');
    }
    EXPECT_EQ(joined, expected) << width;
  }
}

TEST(WrappedLines, IndentsWhatALineGoesOnWith) {
  EXPECT_EQ(wrapped_lines("one two three", 0, 2), "one two three\n");
  EXPECT_EQ(wrapped_lines("one two three\nfour\n\nfive", 9, 2), "one two\n  three\nfour\n\nfive\n");
  EXPECT_EQ(wrapped_lines("one two", 4, 2), "one\ntwo\n");  // too narrow to indent
}

}  // namespace
}  // namespace warpshop::report
