#include "sim/model/utf8.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"

namespace warpshop {
namespace {

TEST(Printable, LeavesWhatShowsAsItIs) {
  for (const char* text : {"", "BS-TM", "größe µs 時間 🚀", "a\u00a0b", "पु\u200d", "\\x9b"}) {
    EXPECT_EQ(printable(text), text);
  }
}

TEST(Printable, ShowsTheRestAsEscapes) {
  EXPECT_EQ(printable("a\x1b[1mb\n\t\x7f"), "a\\x1b[1mb\\x0a\\x09\\x7f");
  EXPECT_EQ(printable("\u0085\u009b"), "\\u0085\\u009b");
  EXPECT_EQ(printable("a\u202eb\u2066c\u200f\u061c"), "a\\u202eb\\u2066c\\u200f\\u061c");
  EXPECT_EQ(printable("\ufeff\u2028\u2029\U000e0041"), "\\ufeff\\u2028\\u2029\\U000e0041");
  EXPECT_EQ(printable("a\xff\xc3"), "a\\xff\\xc3");
  EXPECT_EQ(printable("\x85\xed\xa0\x80"), "\\x85\\xed\\xa0\\x80");
}

TEST(AsUtf8, LeavesUtf8AndTellsTheRestAsBashTakesIt) {
  EXPECT_EQ(as_utf8("\u202e\n \\xff 'é'"), "\u202e\n \\xff 'é'");
  EXPECT_EQ(as_utf8("\xe4é\n'\\.yaml"), R"($'\xe4é\x0a\'\\.yaml')");
  EXPECT_EQ(as_utf8("$'a'"), R"($'$\'a\'')");
  EXPECT_TRUE(is_utf8(as_utf8("\xff\xfe\x80")));
  EXPECT_FALSE(is_utf8("a\x80"));
}

TEST(AsUtf8, KeepsDifferentTextsDifferent) {
  std::mt19937_64 draw(1);
  constexpr std::string_view kBytes = "$'\\x4aé\xff\x80\n";
  for (int round = 0; round < 20'000; ++round) {
    std::string text(draw() % 8, ' ');
    std::generate(text.begin(), text.end(), [&] { return kBytes[draw() % kBytes.size()]; });
    EXPECT_TRUE(is_utf8(as_utf8(text)));
    EXPECT_EQ(as_bytes(as_utf8(text)), text) << as_utf8(text);
  }
}

TEST(CharacterCount, CountsCodePoints) {
  EXPECT_EQ(character_count(""), 0U);
  EXPECT_EQ(character_count("größe"), 5U);
  EXPECT_EQ(character_count("\U0001F600時"), 2U);
}

TEST(DisplayWidth, CountsCellsOfATerminal) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("größe"), 5U);
  EXPECT_EQ(display_width("…█▏·"), 4U);
  EXPECT_EQ(display_width("\U0001F600"), 2U);
  EXPECT_EQ(display_width("時間"), 4U);
  EXPECT_EQ(display_width("한글"), 4U);
  EXPECT_EQ(display_width("\u1112\u1161\u11ab"), 2U);  // the same syllable of three letters
  EXPECT_EQ(display_width("ｆｕｌｌ"), 8U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("पु"), 1U);
  EXPECT_EQ(display_width("a\u200db"), 2U);
  EXPECT_EQ(display_width("\xff"), 1U);
}

TEST(InputError, IsOneLineThatShowsWhateverTheFileIsCalled) {
  EXPECT_STREQ(InputError("a\xe4\n.yaml", {.line = 1, .column = 2}, "'\u202e' is wrong").what(),
               "a\\xe4\\x0a.yaml:1:2: '\\u202e' is wrong");
}

}  // namespace
}  // namespace warpshop
