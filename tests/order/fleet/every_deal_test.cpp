#include "sim/order/fleet/every_deal.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/evaluate/rounds.hpp"
#include "sim/order/fleet/device_part.hpp"
#include "sim/order/fleet/fleet_plan.hpp"
#include "sim/order/policies.hpp"
#include "tests/order/fleet/small_fleets.hpp"
#include "tests/support/fleets.hpp"

namespace warpshop::order {
namespace {

using test::kernels;
using test::least_cost;
using test::small_fleet;

RC_GTEST_PROP(FleetPlan, BestIsTheBestOfAllDealsAndOrders, ()) {
  const Fleet fleet = small_fleet();
  const Objective objective = *rc::gen::elementOf(kObjectives);
  const Planned best = plan(find_policy("best"), fleet, {.objective = objective});
  RC_ASSERT(tied(best.predicted, evaluate::cost(fleet, best.plan, objective)));
  const bool in_rounds = std::any_of(fleet.devices.begin(), fleet.devices.end(), evaluate::needs_rounds);
  RC_ASSERT(best.proven_optimal || in_rounds);
  if (!in_rounds) {
    RC_ASSERT(tied(best.predicted, least_cost(fleet, objective)));
  }
}

RC_GTEST_PROP(EveryDeal, FindsTheBestFromTheWorst, ()) {
  Fleet fleet = small_fleet();
  for (Instance& device : fleet.devices) {
    device.footprints.clear();
  }
  const PlanOptions options{.objective = *rc::gen::elementOf(kObjectives)};
  std::vector<Order> all_on_one(fleet.devices.size());
  all_on_one.front() = test::order_of(fleet.size());
  std::vector<Plan> plans;
  for (std::size_t device = 0; device < all_on_one.size(); ++device) {
    plans.push_back(plan_part(find_policy("fifo"), fleet.devices[device], all_on_one[device], options).plan);
  }
  const Planned worst{.plan = joined(plans), .predicted = evaluate::cost(fleet, joined(plans), options.objective)};
  const Planned best = over_every_deal(find_policy("best"), fleet, options, worst);
  RC_ASSERT(best.proven_optimal);
  RC_ASSERT(tied(best.predicted, least_cost(fleet, options.objective)));
  RC_ASSERT(tied(best.predicted, evaluate::cost(fleet, best.plan, options.objective)));
}

TEST(EveryDeal, IsForFewTasksOnDevicesApart) {
  const std::vector<double> ten(10, 1);
  EXPECT_TRUE(few_deals(test::alike(kernels(ten), 2)));
  EXPECT_FALSE(few_deals(test::alike(kernels(ten), 3)));
  EXPECT_TRUE(few_deals(test::alike(kernels({1, 1, 1, 1, 1, 1}), 3)));
  EXPECT_FALSE(few_deals(test::alike(kernels(std::vector<double>(11, 1)), 2)));
  EXPECT_FALSE(few_deals(test::alike(kernels(ten), 1)));
  EXPECT_FALSE(few_deals(test::alike(kernels(ten), 2, 1.5)));
  Instance chained = kernels(ten);
  for (std::uint32_t task = 0; task + 1 < 10; task += 2) {
    chained.precedence.push_back({.before = task, .after = task + 1});
  }
  EXPECT_TRUE(few_deals(test::alike(chained, 4)));
}

}  // namespace
}  // namespace warpshop::order
