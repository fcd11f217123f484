#include <string>

#include <gtest/gtest.h>

#include "sim/io/json/json_parts.hpp"

namespace warpshop::io {
namespace {

TEST(JsonText, LeavesWhatShowsAsItself) {
  EXPECT_EQ(json_text({{"name", "Größe 漢字 😀 \"x\""}}), "{\"name\":\"Größe 漢字 😀 \\\"x\\\"\"}");
}

TEST(JsonText, EscapesWhatDoesNot) {
  EXPECT_EQ(json_text("a\u009bb"), "\"a\\u009bb\"");  // C1: starts an escape sequence on some terminals
  EXPECT_EQ(json_text("a\u202eb"), "\"a\\u202eb\"");  // turns what follows
  EXPECT_EQ(json_text("a\x7f\n\x1b"), "\"a\\u007f\\n\\u001b\"");
  EXPECT_EQ(json_text("a\U000e0041"), "\"a\\udb40\\udc41\"");  // a tag: two surrogates
}

TEST(JsonText, IsReadBackAsItWas) {
  const std::string text = "\u0085\u200b\u2066\U000e0041\U0010ffff Größe\t";
  EXPECT_EQ(nlohmann::ordered_json::parse(json_text(text)), text);
}

TEST(JsonText, TextsThatAreNotUtf8StandAsBashTakesThem) {
  EXPECT_EQ(json_text("a\xff'\\"), R"("$'a\\xff\\'\\\\'")");
  EXPECT_EQ(json_text({{"k\xfe", {"é", "\x80"}}, {"n", 1}}), R"({"$'k\\xfe'":["é","$'\\x80'"],"n":1})");
}

}  // namespace
}  // namespace warpshop::io
