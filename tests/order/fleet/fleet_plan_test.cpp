#include "sim/order/fleet/fleet_plan.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/bounds/fleet_bound.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/order/policies.hpp"
#include "tests/order/fleet/small_fleets.hpp"
#include "tests/support/fleets.hpp"

namespace warpshop::order {
namespace {

using test::kernels;

RC_GTEST_PROP(FleetPlan, EveryPolicyDealsEveryTaskOnceAndPredictsTheWhole, ()) {
  const Fleet fleet = *test::any_fleet(9, *rc::gen::arbitrary<bool>());
  const Policy& policy = *rc::gen::elementOf(policies());
  const PlanOptions options{.budget = {.evaluations = 200}};
  const Planned planned = plan(policy, fleet, options);
  Order sorted = planned.plan.order;
  std::sort(sorted.begin(), sorted.end());
  RC_ASSERT(sorted == test::order_of(fleet.size()));
  RC_ASSERT(planned.plan.devices.size() == fleet.devices.size());
  RC_ASSERT(planned.plan.submission == policy.submission);
  const Millis real = evaluate::makespan(fleet, planned.plan);
  if (policy.model == PredictionModel::contended) {
    RC_ASSERT(tied(planned.predicted, real));
  }
  const Millis bound = evaluate::lower_bound(fleet, Objective::makespan);
  RC_ASSERT(!clearly_less(real, bound));
  if (planned.proven_optimal && fleet.size() > 3) {  // of fewer tasks all plans may have been looked at
    RC_ASSERT(!clearly_less(bound, real));
  }
  RC_ASSERT(plan(policy, fleet, options).plan == planned.plan);
}

TEST(FleetPlan, OfOneDeviceIsThePolicysOwn) {
  const Instance instance = kernels({3, 1, 2});
  const Policy& policy = find_policy("neh-gpu");
  EXPECT_EQ(plan(policy, test::alike(instance, 1), {}).plan, policy.plan(instance, {}).plan);
}

TEST(FleetPlan, IsProvenWhereItMeetsTheBoundOfTheFleetOrNoDealIsLeftOpen) {
  EXPECT_TRUE(plan(find_policy("best"), test::alike(kernels({2, 1, 1}), 2), {}).proven_optimal);
  const Fleet uneven = test::alike(kernels({6, 3, 3, 1}), 2);  // 7 is best, but the bound is 6.5
  const Planned searched = plan(find_policy("best"), uneven, {});
  EXPECT_EQ(searched.predicted, Millis{7});
  EXPECT_TRUE(searched.proven_optimal);
  const Planned limited = plan(find_policy("best"), uneven, {.budget = {.evaluations = 1000}});
  EXPECT_EQ(limited.predicted, Millis{7});
  EXPECT_FALSE(limited.proven_optimal);
  EXPECT_TRUE(limited.seeks_optimum);
}

TEST(FleetPlan, EachDeviceOrdersWhatItIsDealt) {
  const Fleet fleet = test::alike(kernels({1, 1, 1, 1}), 2);
  const std::vector<Plan> plans =
      device_plans(plan(find_policy("neh-gpu"), fleet, {.parts = {{2}, {0, 1, 3}}}, {}).plan);
  EXPECT_EQ(plans[0].order, (Order{2}));
  EXPECT_EQ(plans[1].order.size(), 3);
}

Policy policy_that_records(Planned (*plan)(const Instance&, const PlanOptions&)) {
  return {.name = "records", .summary = "", .limits = {.in_all = 100, .at_most = 100}, .plan = plan};
}

/// What the policies below were given, in the order of the devices.
std::vector<Budget> budgets_given;

Planned record(const Instance& instance, const PlanOptions& options) {
  budgets_given.push_back(options.budget);
  return {.plan = {.order = test::order_of(instance.size())}};
}

TEST(FleetPlan, ABudgetOfTimeIsSharedByNumbersOfTasks) {
  const Fleet fleet = test::alike(kernels(std::vector<double>(8, 1)), 3);
  const Dealt dealt{.parts = {{0, 1}, {}, {2, 3, 4, 5, 6, 7}}, .took = Millis{3600e3}};
  budgets_given.clear();
  plan(policy_that_records(record), fleet, dealt, {.budget = {.time = Millis{2 * 3600e3}}});
  ASSERT_EQ(budgets_given.size(), 2);
  EXPECT_LE(*budgets_given[0].time, Millis{3600e3 / 4});
  EXPECT_GT(*budgets_given[0].time, Millis{3600e3 / 8});
  EXPECT_LE(*budgets_given[1].time, Millis{3600e3});  // the first one has used hardly any
  EXPECT_GT(*budgets_given[1].time, Millis{3600e3 / 2});
}

TEST(FleetPlan, SomeTimeIsLeftForEachDevice) {
  const Fleet fleet = test::alike(kernels({1, 1}), 2);
  budgets_given.clear();
  plan(policy_that_records(record), fleet, {.parts = {{0}, {1}}, .took = Millis{9}}, {.budget = {.time = Millis{5}}});
  ASSERT_EQ(budgets_given.size(), 2);
  EXPECT_GT(*budgets_given[0].time, Millis{0});
  EXPECT_GT(*budgets_given[1].time, Millis{0});
}

TEST(FleetPlan, ABudgetOfEvaluationsIsEachDevices) {
  const Fleet fleet = test::alike(kernels({1, 1}), 2);
  budgets_given.clear();
  plan(policy_that_records(record), fleet, {.parts = {{0}, {1}}}, {.budget = {.evaluations = 7}});
  ASSERT_EQ(budgets_given.size(), 2);
  EXPECT_EQ(budgets_given[0].evaluations, 7);
  EXPECT_EQ(budgets_given[1].evaluations, 7);
  EXPECT_FALSE(budgets_given[1].time);
}

TEST(FleetPlan, AGivenOrderIsKeptOnEachDevice) {
  const Fleet fleet = test::alike(kernels({1, 1, 1, 1}), 2);
  const Planned planned = plan_as_given(fleet, {3, 1, 2, 0}, Submission::ordered, {});
  EXPECT_EQ(planned.plan.devices, (std::vector<std::uint32_t>{2, 2}));
  std::vector<Plan> plans = device_plans(planned.plan);
  EXPECT_EQ(plans[0].order, (Order{2, 0}));
  EXPECT_EQ(plans[1].order, (Order{3, 1}));
  EXPECT_EQ(planned.predicted, Millis{2});
}

TEST(FleetPlan, RoundsAreThoseOfEachDevice) {
  Instance instance = kernels({1, 1, 1, 1});
  instance.footprints = {Bytes{2}, Bytes{2}, Bytes{2}, Bytes{2}};
  instance.memory = Bytes{2};
  const Planned planned = plan(find_policy("fifo"), test::alike(instance, 2), {});
  EXPECT_EQ(planned.plan.rounds, (std::vector<std::uint32_t>{1, 1, 1, 1}));
  instance.memory = Bytes{4};
  EXPECT_TRUE(plan(find_policy("fifo"), test::alike(instance, 2), {}).plan.rounds.empty());
}

}  // namespace
}  // namespace warpshop::order
