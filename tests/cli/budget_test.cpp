#include "cli/budget.hpp"

#include <gtest/gtest.h>

#include "sim/model/error.hpp"

namespace warpshop::cli {
namespace {

TEST(Budget, IsANumberOfOrdersOrATime) {
  EXPECT_EQ(parse_budget("20000").evaluations, 20000);
  EXPECT_FALSE(parse_budget("20000").time);
  EXPECT_EQ(parse_budget("1e3").evaluations, 1000);
  EXPECT_EQ(parse_budget("5ms").time, Millis{5});
  EXPECT_EQ(parse_budget("0.5 s").time, Millis{500});
  EXPECT_FALSE(parse_budget("5ms").evaluations);
}

TEST(Budget, IsShownAsItIsTaken) {
  EXPECT_EQ(budget_text({}), "");
  EXPECT_EQ(budget_text(parse_budget("1e15")), "1000000000000000");
  EXPECT_EQ(budget_text(parse_budget("0.5 s")), "500 ms");
  EXPECT_EQ(parse_budget(budget_text(parse_budget("3.3us"))).time, parse_budget("3.3us").time);
}

TEST(Budget, RefusesWhatIsNeither) {
  for (const char* text : {"", "0", "0ms", "-1", "1.5", "5 minutes", "ms", "1e16", "1e30 s", "5ms x"}) {
    try {
      parse_budget(text);
      FAIL() << text;
    } catch (const InputError& error) {
      EXPECT_EQ(error.what(), "--budget: '" + std::string(text) +
                                  "' is no budget, expected a number of orders, 1 to 1e15, or a time, such as 5ms");
    }
  }
}

}  // namespace
}  // namespace warpshop::cli
