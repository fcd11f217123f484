#include "sim/io/import/expression_size.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace warpshop::io {
namespace {

TEST(ExpandedSize, CountsWhatRepetitionsWriteOut) {
  EXPECT_EQ(expanded_size(""), 0);
  EXPECT_EQ(expanded_size("step|forward"), 12);
  EXPECT_EQ(expanded_size("x{3}"), 3 + 1);
  EXPECT_EQ(expanded_size("x{3,}"), 4 + 1);
  EXPECT_EQ(expanded_size("x{3,7}"), 7 + 1);
  EXPECT_EQ(expanded_size("x{,7}"), 7 + 1);
  EXPECT_EQ(expanded_size("x+"), 2 + 1);
  EXPECT_EQ(expanded_size("x*y?"), 1 + 1 + 1 + 1);
  EXPECT_EQ(expanded_size("x{2}{3}"), (2 + 1) * 3 + 1);
  EXPECT_EQ(expanded_size("(xy){10}"), (2 + 1) * 10 + 1);
  EXPECT_GT(expanded_size("((x{255}){255}){255}"), 255.0 * 255 * 255);
}

TEST(ExpandedSize, OfCharactersThatLookLikeRepetitionsIsThatOfCharacters) {
  EXPECT_EQ(expanded_size(R"(x\{3\})"), 4);
  EXPECT_EQ(expanded_size("[x{9}]"), 1);
  EXPECT_EQ(expanded_size("[]{9}]"), 1);
  EXPECT_EQ(expanded_size("[^]{9}]{2}"), 2 + 1);
  EXPECT_EQ(expanded_size("[[:alpha:]{9}]y"), 2);
  EXPECT_EQ(expanded_size("{x"), 2);
  EXPECT_EQ(expanded_size("a)b{2}"), 2 + 2 + 1);
}

TEST(RefersBack, IsADigitBehindABackslashThatNothingElseTakes) {
  EXPECT_TRUE(refers_back(R"((x)\1)"));
  EXPECT_TRUE(refers_back(R"((x|(y\9)+))"));
  for (const std::string text : {R"(x\\1)", R"([\1])", R"(\0)", R"(\)", "1", R"(\.1)"}) {
    EXPECT_FALSE(refers_back(text)) << text;
  }
}

TEST(ExpandedSize, EndsWhereAnExpressionIsCutOff) {
  for (const std::string text : {"((((", "[", "[^", "[[:", "x{", "x{3", "x{3,", "\\"}) {
    EXPECT_LE(expanded_size(text), 8) << text;
  }
  EXPECT_GT(expanded_size("x{" + std::string(400, '9') + "}"), 1e300);
}

/// An expression by hand, and so many parts as there are when each copy is written out by itself.
struct Written {
  std::string text;
  int parts = 0;
};

Written any_expression(int depth) {
  Written all;
  for (int pieces = *rc::gen::inRange(1, 4); pieces > 0; --pieces) {
    Written piece;
    const int kind = *rc::gen::inRange(0, depth > 0 ? 5 : 4);
    if (kind == 4) {
      const Written inner = any_expression(depth - 1);
      piece = {"(" + inner.text + ")", inner.parts + 1};
    } else {
      piece = {std::vector<std::string>{"x", "[a+{2}]", R"(\+)", "[[:digit:]*]"}[static_cast<std::size_t>(kind)], 1};
    }
    struct Operator {
      std::string text;
      int copies;
    };
    const std::vector<Operator> operators{{"", 0},     {"*", 1},     {"?", 1},     {"+", 2},
                                          {"{0}", 0},  {"{1}", 1},   {"{4}", 4},   {"{2,}", 3},
                                          {"{0,}", 1}, {"{0,3}", 3}, {"{2,5}", 5}, {"{,2}", 2}};
    const Operator& repeated = operators[*rc::gen::inRange<std::size_t>(0, operators.size())];
    int parts = 0;
    for (int copy = 0; copy < repeated.copies; ++copy) {
      parts += piece.parts;
    }
    all.text += piece.text + repeated.text;
    all.parts += repeated.text.empty() ? piece.parts : parts + 1;
  }
  return all;
}

TEST(ExpandedSize, IsThatOfEveryCopyByItself) {
  EXPECT_TRUE(rc::check([] {
    const Written written = any_expression(4);
    RC_ASSERT(expanded_size(written.text) == written.parts);
  }));
}

}  // namespace
}  // namespace warpshop::io
