#include "sim/order/fleet/deal.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/fleet_bound.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/evaluate/rounds.hpp"
#include "sim/order/fleet/device_part.hpp"
#include "sim/order/fleet/every_deal.hpp"
#include "sim/order/fleet/fleet_plan.hpp"
#include "sim/order/fleet/load_deal.hpp"
#include "sim/order/policy.hpp"
#include "sim/order/precedence.hpp"
#include "tests/support/fleets.hpp"

namespace warpshop::order {
namespace {

[[maybe_unused]] const bool kCasesSet = test::set_cases(300);

constexpr Millis kUnreached{1e18};

Instance kernels(const std::vector<double>& times) {
  Instance instance{.rates = test::even_rates(1)};
  for (const double time : times) {
    instance.jobs.push_back(test::job_of(-1, time, -1));
  }
  return instance;
}

/// How the tasks are dealt, by load alone or by what that costs.
std::vector<std::vector<Order>> both_deals(const Fleet& fleet) {
  return {deal_by_load(fleet), deal(fleet, {}).parts};
}

std::vector<double> loads(const Fleet& fleet, const std::vector<Order>& dealt) {
  std::vector<double> loads;
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

Millis cost_by_neh_gpu(const Fleet& fleet, const std::vector<Order>& dealt, Objective objective) {
  std::vector<Plan> plans;
  for (std::size_t device = 0; device < dealt.size(); ++device) {
    plans.push_back(
        plan_part(find_policy("neh-gpu"), fleet.devices[device], dealt[device], {.objective = objective}).plan);
  }
  return evaluate::cost(fleet, joined(plans), objective);
}

/// Random devices of 1 … most tasks, with demands.
Fleet demanding_fleet(int most, bool with_buses) {
  Fleet fleet = *test::any_fleet(most, with_buses);
  const Instance demands = test::demanding(fleet.devices.front(), *test::any_demands());
  for (Instance& device : fleet.devices) {
    device.weights = demands.weights;
    device.due = demands.due;
    device.precedence = demands.precedence;
    device.footprints = demands.footprints;
    device.memory = demands.memory;
  }
  return fleet;
}

/// Up to three devices that know nothing of each other, with so few tasks that every plan can be looked at.
Fleet small_fleet() {
  Fleet fleet = demanding_fleet(4, false);
  fleet.devices.resize(std::min<std::size_t>(fleet.devices.size(), 3));
  fleet.names.resize(fleet.devices.size());
  return fleet;
}

/// Over every deal that keeps connected tasks together, and every order that precedence allows.
Millis least_cost(const Fleet& fleet, Objective objective) {
  std::vector<std::size_t> device_of(fleet.size(), 0);
  Millis least = kUnreached;
  const auto look = [&] {
    for (const Precedence& pair : fleet.tasks().precedence) {
      if (device_of[pair.before] != device_of[pair.after]) {
        return;
      }
    }
    Order order = test::order_of(fleet.size());
    do {
      std::vector<Plan> plans(fleet.devices.size());
      for (const std::uint32_t task : order) {
        plans[device_of[task]].order.push_back(task);
      }
      if (feasible(fleet.tasks(), order) == order) {
        least = std::min(least, evaluate::cost(fleet, joined(plans), objective));
      }
    } while (std::next_permutation(order.begin(), order.end()));
  };
  const std::function<void(std::size_t)> deal_from = [&](std::size_t task) {
    if (task == fleet.size()) {
      look();
      return;
    }
    for (device_of[task] = 0; device_of[task] < fleet.devices.size(); ++device_of[task]) {
      deal_from(task + 1);
    }
    device_of[task] = 0;
  };
  deal_from(0);
  return least;
}

TEST(Deal, ImprovesWhatLongestFirstLeaves) {
  // longest first gives 3 + 2 + 2 and 3 + 2; a change of places gives 3 + 3 and 2 + 2 + 2
  const Fleet fleet = test::alike(kernels({3, 3, 2, 2, 2}), 2);
  for (const std::vector<Order>& dealt : both_deals(fleet)) {
    EXPECT_EQ(loads(fleet, dealt), (std::vector<double>{6, 6}));
  }
}

TEST(Deal, AFasterDeviceGetsMore) {
  Fleet fleet = test::alike(kernels(std::vector<double>(9, 2)), 2);
  fleet.devices[1] = kernels(std::vector<double>(9, 4));
  for (const std::vector<Order>& dealt : both_deals(fleet)) {
    EXPECT_EQ(loads(fleet, dealt), (std::vector<double>{12, 12}));
  }
}

TEST(Deal, BalancesEngineByEngine) {
  Instance instance{.rates = test::even_rates(1)};
  for (int i = 0; i < 4; ++i) {
    instance.jobs.push_back(test::job_of(-1, 4, -1));
    instance.jobs.push_back(test::job_of(4, -1, -1));
  }
  for (const std::vector<Order>& dealt : both_deals(test::alike(instance, 2))) {
    for (const Order& part : dealt) {
      EXPECT_EQ(std::count_if(part.begin(), part.end(), [](std::uint32_t task) { return task % 2 == 0; }), 2);
      EXPECT_EQ(part.size(), 4U);
    }
  }
}

TEST(Deal, TasksThatComeAfterOneAnotherStayTogether) {
  Instance instance = kernels({1, 1, 1, 1, 1, 1});
  instance.precedence = {{.before = 5, .after = 0}, {.before = 2, .after = 5}};
  for (std::vector<Order> dealt : both_deals(test::alike(instance, 2))) {
    std::sort(dealt.begin(), dealt.end());
    EXPECT_EQ(dealt, (std::vector<Order>{{0, 2, 5}, {1, 3, 4}}));
  }
}

TEST(Deal, IsByLoadWhereTasksAreMany) {
  const Fleet fleet = test::alike(bench::random_instance(300, {.family = bench::Family::mixed}), 2);
  EXPECT_EQ(deal(fleet, {}).parts, deal_by_load(fleet));
}

TEST(Deal, TimeLimitsBothItsSearches) {
  const Fleet fleet = test::alike(bench::random_instance(64, {.family = bench::Family::mixed}), 4);
  const Budget none_left{.time = Millis{1e-6}};
  EXPECT_NE(deal_by_load(fleet, none_left), deal_by_load(fleet));
  EXPECT_EQ(deal(fleet, {.budget = none_left}).parts, deal_by_load(fleet, none_left));
  EXPECT_NE(deal(fleet, {}).parts, deal_by_load(fleet));
}

TEST(Deal, EvaluationsAreForWhatFollows) {
  const Fleet fleet = test::alike(bench::random_instance(16, {.family = bench::Family::mixed}), 2);
  EXPECT_EQ(deal(fleet, {.budget = {.evaluations = 1}}).parts, deal(fleet, {}).parts);
}

TEST(Deal, IsCloseToTheBestOfAllDeals) {
  Millis by_load{0};
  Millis by_cost{0};
  Millis best{0};
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Fleet fleet = test::alike(bench::random_instance(8, {.family = bench::Family::mixed}, seed), 2);
    by_load += cost_by_neh_gpu(fleet, deal_by_load(fleet), Objective::makespan);
    by_cost += cost_by_neh_gpu(fleet, deal(fleet, {}).parts, Objective::makespan);
    best += plan(find_policy("best"), fleet, {}).predicted;
  }
  EXPECT_LT(by_cost, 1.007 * best);  // without mixing up 1.01
  EXPECT_GT(by_load, 1.03 * best);
}

TEST(Deal, LooksAtTheObjective) {
  Instance instance = kernels({4, 1, 1});
  instance.due = {kNoDueDate, Millis{1}, Millis{1}};
  const Order together{1, 2};
  for (const Order& part : deal(test::alike(instance, 2), {.objective = Objective::lateness}).parts) {
    EXPECT_NE(part, together);  // the later of them would be late, and by load they go together
  }
}

RC_GTEST_PROP(Deal, IsNoWorseThanByLoad, ()) {
  const Fleet fleet = demanding_fleet(9, *rc::gen::arbitrary<bool>());
  const Objective objective = *rc::gen::elementOf(kObjectives);
  RC_ASSERT(!clearly_less(cost_by_neh_gpu(fleet, deal_by_load(fleet), objective),
                          cost_by_neh_gpu(fleet, deal(fleet, {.objective = objective}).parts, objective)));
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

TEST(FleetPlan, IsProvenWhereItMeetsTheBoundOfTheFleetOrNoDealIsLeftOpen) {
  EXPECT_TRUE(plan(find_policy("best"), test::alike(kernels({2, 1, 1}), 2), {}).proven_optimal);
  const Fleet uneven = test::alike(kernels({2, 2, 1}), 2);  // 3 is best, but the bound is 2.5
  const Planned searched = plan(find_policy("best"), uneven, {});
  EXPECT_EQ(searched.predicted, Millis{3});
  EXPECT_TRUE(searched.proven_optimal);
  const Planned limited = plan(find_policy("best"), uneven, {.budget = {.evaluations = 1000}});
  EXPECT_EQ(limited.predicted, Millis{3});
  EXPECT_FALSE(limited.proven_optimal);
  EXPECT_TRUE(limited.seeks_optimum);
}

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
  const Options options{.objective = *rc::gen::elementOf(kObjectives)};
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

TEST(FleetPlan, EachDeviceOrdersWhatItIsDealt) {
  const Fleet fleet = test::alike(kernels({1, 1, 1, 1}), 2);
  const std::vector<Plan> plans =
      device_plans(plan(find_policy("neh-gpu"), fleet, {.parts = {{2}, {0, 1, 3}}}, {}).plan);
  EXPECT_EQ(plans[0].order, (Order{2}));
  EXPECT_EQ(plans[1].order.size(), 3);
}

Policy policy_that_records(Planned (*plan)(const Instance&, const Options&)) {
  return {.name = "records",
          .summary = "",
          .limits = {.in_all = 100, .at_most = 100},
          .model = Model::contended,
          .aim = Aim::any,
          .submission = Submission::ordered,
          .plan = plan};
}

/// What the policies below were given, in the order of the devices.
std::vector<Budget> budgets_given;

Planned record(const Instance& instance, const Options& options) {
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
