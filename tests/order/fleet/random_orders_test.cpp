#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/order/fleet/fleet_plan.hpp"
#include "tests/support/fleets.hpp"
#include "tests/support/reference.hpp"

namespace warpshop::order {
namespace {

RandomOrders of_four_tasks(std::size_t count, std::uint64_t seed = 1) {
  const Fleet fleet{.devices = {test::four_tasks_on_k20c()}, .names = {"k20c"}};
  return random_orders(fleet, deal(fleet, {}), {.seed = seed}, count);
}

TEST(RandomOrders, OfFourTasksSpreadAsAllTheirOrdersDo) {
  std::vector<Millis> all;
  const Instance tasks = test::four_tasks_on_k20c();
  Order order{0, 1, 2, 3};
  do {
    all.push_back(evaluate::cost({.devices = {tasks}, .names = {"k20c"}}, {.order = order}, Objective::makespan));
  } while (std::next_permutation(order.begin(), order.end()));
  const CostDistribution expected = distribution_of(all);
  const CostDistribution drawn = of_four_tasks(4000).distribution;
  EXPECT_EQ(drawn.orders, 4000U);
  EXPECT_EQ(drawn.minimum, expected.minimum);
  EXPECT_EQ(drawn.maximum, expected.maximum);
  EXPECT_NEAR(drawn.mean.count(), expected.mean.count(), 0.1);  // standard error 0.03
  EXPECT_NEAR(drawn.median.count(), expected.median.count(), 0.3);
}

TEST(RandomOrders, TheMedianOneCostsTheMedian) {
  for (const std::size_t count : {1U, 2U, 7U, 100U}) {
    const RandomOrders drawn = of_four_tasks(count);
    EXPECT_EQ(drawn.median.predicted, drawn.distribution.median) << count;
    EXPECT_EQ(drawn.distribution.orders, count);
  }
}

TEST(RandomOrders, OfOneIsThatOfTheSeed) {
  const Fleet fleet{.devices = {test::four_tasks_on_k20c()}, .names = {"k20c"}};
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    EXPECT_EQ(of_four_tasks(1, seed).median.plan, plan(find_policy("random"), fleet, {.seed = seed}).plan);
  }
}

TEST(RandomOrders, AreOthersForAnotherSeed) {
  EXPECT_EQ(of_four_tasks(100, 1).distribution, of_four_tasks(100, 1).distribution);
  EXPECT_NE(of_four_tasks(100, 1).distribution, of_four_tasks(100, 2).distribution);
}

TEST(RandomOrders, OnSeveralDevicesCostWhatTheFleetCosts) {
  const Instance instance = test::four_tasks_on_k20c();
  const Fleet fleet = test::alike(instance, 2, 1.5);
  const RandomOrders drawn = random_orders(fleet, deal(fleet, {}), {}, 21);
  EXPECT_EQ(evaluate::cost(fleet, drawn.median.plan, Objective::makespan), drawn.distribution.median);
}

TEST(Random, WorkloadsOfASizeGetOrdersOfTheirOwn) {
  std::set<Order> seen;
  Instance instance;
  instance.jobs.assign(30, test::job_of(1, 1, 1));
  for (std::uint64_t fingerprint = 0; fingerprint < 1000; ++fingerprint) {
    instance.fingerprint = fingerprint;
    seen.insert(find_policy("random").plan(instance, {.seed = 1}).plan.order);
  }
  EXPECT_EQ(seen.size(), 1000U);
}

}  // namespace
}  // namespace warpshop::order
