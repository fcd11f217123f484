#include "sim/order/deal.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/fleet_bound.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/order/fleet_plan.hpp"
#include "tests/support/fleets.hpp"

namespace warpshop::order {
namespace {

[[maybe_unused]] const bool kCasesSet = test::set_cases(300);

Instance kernels(const std::vector<double>& times) {
  Instance instance{.rates = test::even_rates(1)};
  for (const double time : times) {
    instance.jobs.push_back(test::job_of(-1, time, -1));
  }
  return instance;
}

std::vector<double> loads(const Fleet& fleet) {
  std::vector<double> loads;
  const std::vector<Order> dealt = deal(fleet);
  for (std::size_t device = 0; device < dealt.size(); ++device) {
    double load = 0;
    for (const std::uint32_t task : dealt[device]) {
      load += fleet.devices[device].jobs[task].kernel.count();
    }
    loads.push_back(load);
  }
  std::sort(loads.begin(), loads.end());
  return loads;
}

TEST(Deal, ImprovesWhatLongestFirstLeaves) {
  // longest first gives 3 + 2 + 2 and 3 + 2; a change of places gives 3 + 3 and 2 + 2 + 2
  EXPECT_EQ(loads(test::alike(kernels({3, 3, 2, 2, 2}), 2)), (std::vector<double>{6, 6}));
}

TEST(Deal, AFasterDeviceGetsMore) {
  Fleet fleet = test::alike(kernels(std::vector<double>(9, 2)), 2);
  fleet.devices[1] = kernels(std::vector<double>(9, 4));
  EXPECT_EQ(loads(fleet), (std::vector<double>{12, 12}));
}

TEST(Deal, BalancesEngineByEngine) {
  Instance instance{.rates = test::even_rates(1)};
  for (int i = 0; i < 4; ++i) {
    instance.jobs.push_back(test::job_of(-1, 4, -1));
    instance.jobs.push_back(test::job_of(4, -1, -1));
  }
  for (const Order& part : deal(test::alike(instance, 2))) {
    EXPECT_EQ(std::count_if(part.begin(), part.end(), [](std::uint32_t task) { return task % 2 == 0; }), 2);
    EXPECT_EQ(part.size(), 4U);
  }
}

TEST(Deal, TasksThatComeAfterOneAnotherStayTogether) {
  Instance instance = kernels({1, 1, 1, 1, 1, 1});
  instance.precedence = {{.before = 5, .after = 0}, {.before = 2, .after = 5}};
  std::vector<Order> dealt = deal(test::alike(instance, 2));
  std::sort(dealt.begin(), dealt.end());
  EXPECT_EQ(dealt, (std::vector<Order>{{0, 2, 5}, {1, 3, 4}}));
}

RC_GTEST_PROP(FleetPlan, EveryPolicyDealsEveryTaskOnceAndPredictsTheWhole, ()) {
  const Fleet fleet = *test::any_fleet(9, *rc::gen::arbitrary<bool>());
  const Policy& policy = *rc::gen::elementOf(policies());
  const Options options{.budget = {.evaluations = 200}};
  const Planned planned = plan(policy, fleet, options);
  Order sorted = planned.plan.order;
  std::sort(sorted.begin(), sorted.end());
  RC_ASSERT(sorted == test::order_of(fleet.size()));
  RC_ASSERT(planned.plan.devices.size() == fleet.devices.size());
  RC_ASSERT(planned.plan.submission == policy.submission);
  const Millis real = evaluate::makespan(fleet, planned.plan);
  if (policy.model == Model::contended) {
    RC_ASSERT(tied(planned.predicted, real));
  }
  const Millis bound = evaluate::lower_bound(fleet, Objective::makespan);
  RC_ASSERT(!clearly_less(real, bound));
  if (planned.proven_optimal) {
    RC_ASSERT(!clearly_less(bound, real));
  }
  RC_ASSERT(plan(policy, fleet, options).plan == planned.plan);
}

TEST(FleetPlan, OfOneDeviceIsThePolicysOwn) {
  const Instance instance = kernels({3, 1, 2});
  const Policy& policy = find_policy("neh-gpu");
  EXPECT_EQ(plan(policy, test::alike(instance, 1), {}).plan, policy.plan(instance, {}).plan);
}

TEST(FleetPlan, IsProvenWhereItMeetsTheBoundOfTheFleet) {
  EXPECT_TRUE(plan(find_policy("best"), test::alike(kernels({2, 1, 1}), 2), {}).proven_optimal);
  const Planned uneven = plan(find_policy("best"), test::alike(kernels({2, 2, 1}), 2), {});
  EXPECT_EQ(uneven.predicted, Millis{3});  // which is best, but the bound is 2.5
  EXPECT_FALSE(uneven.proven_optimal);
  EXPECT_TRUE(uneven.seeks_optimum);
}

TEST(FleetPlan, AGivenOrderIsKeptOnEachDevice) {
  const Fleet fleet = test::alike(kernels({1, 1, 1, 1}), 2);
  const Planned planned = plan_as_given(fleet, {3, 1, 2, 0}, Submission::ordered, Objective::makespan);
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
