#include "sim/order/search_budget.hpp"

#include <thread>

#include <gtest/gtest.h>

namespace warpshop::order {
namespace {

TEST(SearchBudget, CountsEvaluations) {
  SearchBudget budget({.evaluations = 5}, 100, 10);
  budget.spend(4);
  EXPECT_FALSE(budget.exhausted());
  budget.spend(1);
  EXPECT_TRUE(budget.exhausted());
}

TEST(SearchBudget, TakesWhatIsSensibleWhereNothingIsSaid) {
  SearchBudget budget({}, 2, 10);
  EXPECT_FALSE(budget.exhausted());
  budget.spend(2);
  EXPECT_TRUE(budget.exhausted());
}

TEST(SearchBudget, ByTheClockEvaluationsDoNotCount) {
  SearchBudget budget({.evaluations = 1, .time = Millis{3.6e6}}, 1, 1000);
  budget.spend(1'000'000);
  EXPECT_FALSE(budget.exhausted());
}

TEST(SearchBudget, EndsWhenItsTimeIsOver) {
  SearchBudget budget({.time = Millis{1}}, 1, 1'000'000);
  std::this_thread::sleep_for(Millis{2});
  budget.spend(1);
  EXPECT_TRUE(budget.exhausted());
}

}  // namespace
}  // namespace warpshop::order
