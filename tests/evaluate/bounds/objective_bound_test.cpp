#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/order/precedence.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::evaluate {
namespace {

using test::make_job;

/// The least over all orders that keep precedence.
Millis least_cost(const Instance& instance, Objective objective) {
  Evaluator evaluator(instance, objective);
  Order order = test::order_of(instance.size());
  Millis least{1e300};
  do {
    if (order::feasible(instance, order) == order) {
      least = std::min(least, evaluator.cost(order));
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

RC_GTEST_PROP(ObjectiveBound, IsNoMoreThanTheBestOrderCosts, ()) {
  const Instance instance = test::demanding(*test::instance(*test::any_family(), 5), *test::any_demands());
  for (const Objective objective : kObjectives) {
    RC_ASSERT(!clearly_less(least_cost(instance, objective), lower_bound(instance, objective)));
  }
}

/// Kernels alone, in milliseconds.
Instance kernels(const std::vector<double>& times) {
  Instance instance;
  for (const double time : times) {
    instance.jobs.push_back(make_job({}, {}, time, {}, 2, 0, 0));
  }
  return instance;
}

TEST(ObjectiveBound, IsSmithsRuleWhereOneEngineIsAll) {
  Instance instance = kernels({4, 1, 2});
  instance.weights = {8, 1, 1};
  // 4/8, 1/1, 2/1: 8 · 4 + 5 + 7.
  EXPECT_EQ(lower_bound(instance, Objective::weighted_completion), Millis{44});
  EXPECT_EQ(least_cost(instance, Objective::weighted_completion), Millis{44});
}

TEST(ObjectiveBound, IsJacksonsRuleWhereOneEngineIsAll) {
  Instance instance = kernels({4, 1, 2});
  instance.due = {Millis{6}, Millis{2}, kNoDueDate};
  // The one due at 2 ends at 1, the one due at 6 at 5.
  EXPECT_EQ(lower_bound(instance, Objective::lateness), Millis{-1});
  EXPECT_EQ(least_cost(instance, Objective::lateness), Millis{-1});
}

TEST(ObjectiveBound, NobodyIsLateWhereNothingIsDue) {
  EXPECT_EQ(lower_bound(kernels({1}), Objective::lateness), kNeverLate);
  EXPECT_EQ(least_cost(kernels({1}), Objective::lateness), kNeverLate);
}

}  // namespace
}  // namespace warpshop::evaluate
