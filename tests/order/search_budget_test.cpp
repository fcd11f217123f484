#include "sim/order/search_budget.hpp"

#include <thread>

#include <gtest/gtest.h>

namespace warpshop::order {
namespace {

TEST(SearchBudget, CountsEvaluations) {
  SearchBudget budget({.evaluations = 5}, 100);
  EXPECT_EQ(budget.share_spent(), 0);
  EXPECT_TRUE(budget.spend(4));
  EXPECT_FALSE(budget.exhausted());
  EXPECT_EQ(budget.share_spent(), 0.8);
  EXPECT_TRUE(budget.spend(1));
  EXPECT_TRUE(budget.exhausted());
  EXPECT_FALSE(budget.spend(1));
}

TEST(SearchBudget, TakesWhatIsSensibleWhereNothingIsSaid) {
  SearchBudget budget({}, 2);
  EXPECT_FALSE(budget.exhausted());
  budget.spend(2);
  EXPECT_TRUE(budget.exhausted());
}

TEST(SearchBudget, ByTheClockEvaluationsDoNotCount) {
  SearchBudget budget({.evaluations = 1, .time = Millis{3.6e6}}, 1);
  budget.spend(1'000'000);
  EXPECT_FALSE(budget.exhausted());
}

TEST(SearchBudget, EndsWhenItsTimeIsOver) {
  SearchBudget budget({.time = Millis{1}}, 1);
  std::this_thread::sleep_for(Millis{2});
  EXPECT_TRUE(budget.spend(1));
  EXPECT_TRUE(budget.exhausted());
  EXPECT_FALSE(budget.spend(1));
  EXPECT_GE(budget.share_spent(), 1);
}

}  // namespace
}  // namespace warpshop::order
