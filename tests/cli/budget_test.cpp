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
