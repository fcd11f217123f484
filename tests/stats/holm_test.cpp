#include "sim/stats/holm.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/support/any_values.hpp"

namespace warpshop::stats {
namespace {

/// Holm's procedure as he states it: from the smallest p on, reject while p ≤ α / (hypotheses that are left).
std::vector<bool> rejected(const std::vector<double>& p_values, double alpha) {
  std::vector<bool> done(p_values.size());
  for (std::size_t left = p_values.size(); left > 0; --left) {
    std::size_t smallest = p_values.size();
    for (std::size_t i = 0; i < p_values.size(); ++i) {
      if (!done[i] && (smallest == p_values.size() || p_values[i] < p_values[smallest])) {
        smallest = i;
      }
    }
    if (p_values[smallest] > alpha / static_cast<double>(left)) {
      break;
    }
    done[smallest] = true;
  }
  return done;
}

TEST(Holm, MultipliesByTheTestsThatAreLeftAndNeverFalls) {
  const std::vector<double> adjusted = holm(std::vector{0.01, 0.04, 0.03, 0.005});
  const std::vector<double> expected{0.03, 0.06, 0.06, 0.02};
  ASSERT_EQ(adjusted.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_DOUBLE_EQ(adjusted[i], expected[i]) << i;
  }
}

TEST(Holm, OfNoneOneAndExtremeValues) {
  EXPECT_TRUE(holm({}).empty());
  EXPECT_EQ(holm(std::vector{0.3}), std::vector{0.3});
  EXPECT_EQ(holm(std::vector{1.0, 0.9, 1.0}), (std::vector{1.0, 1.0, 1.0}));
  EXPECT_EQ(holm(std::vector{0.0, 0.0, 5e-324}), (std::vector{0.0, 0.0, 5e-324}));
}

TEST(Holm, AdjustedIsTheLeastLevelAtWhichTheProcedureRejects) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> p_values =
        test::any_values(1, 12, [] { return test::any_number(0, 4) == 0 ? 0.01 : test::any_number(1, 1001) / 1e3; });
    const std::vector<double> adjusted = holm(p_values);
    for (std::size_t i = 0; i < p_values.size(); ++i) {
      RC_ASSERT(adjusted[i] >= p_values[i] && adjusted[i] <= 1);
      RC_ASSERT(adjusted[i] == 1 || rejected(p_values, adjusted[i] * (1 + 1e-12))[i]);
      RC_ASSERT(!rejected(p_values, adjusted[i] * (1 - 1e-12))[i]);
    }
  }));
}

}  // namespace
}  // namespace warpshop::stats
