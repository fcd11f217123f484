#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli/budget.hpp"
#include "cli/common_options.hpp"
#include "cli/whole_number.hpp"
#include "sim/model/error.hpp"
#include "sim/study/given_order.hpp"
#include "tests/fuzz/mutator.hpp"
#include "tests/support/cases.hpp"

namespace warpshop::cli {
namespace {

constexpr std::uint64_t kSeed = 20240611;

/// Only InputError may come out of it, with words that show; returns whether the text was taken.
template <typename Parse>
bool takes(const std::string& text, Parse parse) {
  try {
    parse(text);
    return true;
  } catch (const InputError& error) {
    EXPECT_EQ(printable(error.what()), error.what());
    return false;
  }
}

TEST(OptionFuzz, OrdersAreTakenWholeOrRefused) {
  const std::vector<std::string> tasks{"a", "b#1", "größe", "3"};
  test::Mutator mutator(kSeed);
  for (int mutant = 0; mutant < test::cases(10'000); ++mutant) {
    takes(mutator.mutant({"1,2,0,3", "a,b#1,größe,3", "a,3,2,1", "a-b#1-größe-3", "a > 3 | größe > b#1"}),
          [&](const std::string& text) {
            const Order order = study::parse_order(text, tasks).parts.at(0);
            EXPECT_TRUE(std::is_permutation(order.begin(), order.end(), std::vector<std::uint32_t>{0, 1, 2, 3}.begin()))
                << text;
          });
  }
  EXPECT_TRUE(takes("3,2,1,0", [&](const std::string& text) { study::parse_order(text, tasks); }));
}

TEST(OptionFuzz, NumbersAreInTheirRangesOrRefused) {
  test::Mutator mutator(kSeed);
  for (int mutant = 0; mutant < test::cases(10'000); ++mutant) {
    const std::string text = mutator.mutant({"20000", "5ms", "5%", "0.5", "12"});
    takes(text, [](const std::string& each) {
      const Budget budget = parse_budget(each);
      EXPECT_TRUE(budget.time ? *budget.time > Millis{0} : budget.evaluations && *budget.evaluations > 0) << each;
    });
    std::string percent = text;
    if (check_percent(percent).empty()) {
      const double value = std::stod(percent);
      EXPECT_TRUE(value >= 0 && value <= 1000) << text;
    }
    std::string whole = text;
    if (check_whole_number(whole, 1, 100).empty()) {
      EXPECT_TRUE(std::stoul(whole) >= 1 && std::stoul(whole) <= 100) << text;
    }
  }
}

}  // namespace
}  // namespace warpshop::cli
