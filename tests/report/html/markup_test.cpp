#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "sim/report/html/data_table.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/wrap.hpp"
#include "tests/support/html_check.hpp"

namespace warpshop::report::html {
namespace {

TEST(Markup, LeavesNoTextAWayOutOfTagsOrAttributes) {
  EXPECT_EQ(escaped("<script>alert(1)</script>"), "&lt;script&gt;alert(1)&lt;/script&gt;");
  EXPECT_EQ(escaped("\"onload='x' &lt;"), "&quot;onload=&#39;x&#39; &amp;lt;");
  EXPECT_EQ(escaped("]]>"), "]]&gt;");
}

TEST(Markup, ShowsControlCharactersAndChangesOfDirectionAsEscapes) {
  EXPECT_EQ(escaped("a\x01"), "a\\x01");
  EXPECT_EQ(escaped("a\u202e<"), "a\\u202e&lt;");
  EXPECT_EQ(escaped("\xff"), "\\xff");
  EXPECT_EQ(escaped("ñλ…😀"), "ñλ…😀");
}

TEST(Markup, CoordinatesAreShortAndAlwaysNumbers) {
  EXPECT_EQ(coordinate(0), "0");
  EXPECT_EQ(coordinate(-0.001), "0");
  EXPECT_EQ(coordinate(12.5), "12.5");
  EXPECT_EQ(coordinate(100), "100");
  EXPECT_EQ(coordinate(1.0 / 3), "0.33");
  EXPECT_EQ(coordinate(std::nan("")), "0");
  EXPECT_EQ(coordinate(std::numeric_limits<double>::infinity()), "0");
  EXPECT_EQ(coordinate(1e300), "0");
}

TEST(Markup, ShortensByCharactersNotBytes) {
  EXPECT_EQ(shortened("resize", 6), "resize");
  EXPECT_EQ(shortened("resize", 4), "res…");
  EXPECT_EQ(shortened("ñññññ", 3), "ññ…");
  EXPECT_EQ(shortened("abc", 1), "…");
}

TEST(DataTable, HasACaptionAndHeadingsWithScope) {
  TextTable table{.columns = {{"task", Align::left}, {"ms"}}};
  table.row({"<b>", "1.000"}, true);
  const std::string text = data_table("a <caption>", table);
  EXPECT_EQ(test::problem_of_html(text), "");
  EXPECT_NE(text.find("<caption><span>a &lt;caption&gt;</span></caption>"), std::string::npos);
  EXPECT_EQ(test::count_of(text, "scope=\"col\""), 2U);
  EXPECT_NE(text.find("<tr class=\"marked\"><th scope=\"row\" class=\"left\">&lt;b&gt;</th><td>1.000</td></tr>"),
            std::string::npos);
}

}  // namespace
}  // namespace warpshop::report::html
