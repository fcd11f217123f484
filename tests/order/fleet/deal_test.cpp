#include "sim/order/fleet/deal.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/order/fleet/device_part.hpp"
#include "sim/order/fleet/fleet_plan.hpp"
#include "sim/order/fleet/load_deal.hpp"
#include "sim/order/policies.hpp"
#include "tests/order/fleet/small_fleets.hpp"
#include "tests/support/fleets.hpp"

namespace warpshop::order {
namespace {

using test::kernels;

[[maybe_unused]] const bool kDealCases = test::set_cases(300);

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

/// Six tasks of given H2D, kernel and D2H in milliseconds, released together every 33 ms and due before the next.
Instance camera_frames(std::size_t frames) {
  const std::vector<Job> kinds{test::job_of(2.03, 4, 0.2),   test::job_of(1.02, 3, 0.1), test::job_of(1.02, 2.5, 0.1),
                               test::job_of(1.02, 2.5, 0.5), test::job_of(0.5, 6, 0.05), test::job_of(2.7, 8, 1.3)};
  Instance instance{.rates = test::even_rates(0.9)};
  for (std::size_t frame = 0; frame < frames; ++frame) {
    for (const Job& kind : kinds) {
      Job& job = instance.jobs.emplace_back(kind);
      job.release = Millis{33.0 * static_cast<double>(frame)};
      instance.due.push_back(job.release + Millis{33});
    }
  }
  return instance;
}

/// The cameras on one device, the other two kinds on the other.
std::vector<Order> by_hand(std::size_t tasks) {
  std::vector<Order> parts(2);
  for (std::uint32_t task = 0; task < tasks; ++task) {
    parts[task % 6 < 4 ? 0 : 1].push_back(task);
  }
  return parts;
}

TEST(Deal, DealsFramesThatAllTieForTheWorst) {
  for (const std::size_t frames : {5U, 30U}) {
    const Fleet fleet = test::alike(camera_frames(frames), 2);
    const std::vector<Order> dealt = deal(fleet, {.objective = Objective::lateness}).parts;
    EXPECT_FALSE(clearly_less(cost_by_neh_gpu(fleet, by_hand(fleet.size()), Objective::lateness),
                              cost_by_neh_gpu(fleet, dealt, Objective::lateness)))
        << frames << " frames";
  }
}

TEST(Deal, OfPeriodicWorkloadsIsCloseToTheBestOfAllDeals) {
  const auto gaps = [](Objective objective, std::uint64_t instances) {
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= instances; ++seed) {
      const bench::Periodic shape{.kinds = 3, .frames = 3, .gpus = 2};
      const Fleet fleet = test::alike(bench::periodic_instance(shape, seed), 2);
      const Millis best = plan(find_policy("best"), fleet, {.objective = objective}).predicted;
      const Millis dealt = cost_by_neh_gpu(fleet, deal(fleet, {.objective = objective}).parts, objective);
      sum += (dealt - best) / (objective == Objective::lateness ? fleet.tasks().due.front() : best);
    }
    return sum / static_cast<double>(instances);
  };
  EXPECT_LT(gaps(Objective::lateness, 30), 0.004);
  EXPECT_LT(gaps(Objective::weighted_completion, 8), 0.004);
}

TEST(Deal, OfManyTasksReleasedOneAfterTheOtherIsNotByLoad) {
  const Fleet fleet = test::alike(bench::periodic_instance({.kinds = 10, .frames = 20, .gpus = 2}, 1), 2);
  const auto cost = [&](const std::vector<Order>& parts, Objective objective) {
    const Dealt dealt{.parts = parts};
    return plan(find_policy("neh-gpu-fast"), fleet, dealt, {.objective = objective}).predicted;
  };
  for (const Objective objective : {Objective::lateness, Objective::weighted_completion}) {
    EXPECT_LT(cost(deal(fleet, {.objective = objective}).parts, objective),
              0.99 * cost(deal_by_load(fleet), objective));
  }
}

RC_GTEST_PROP(Deal, IsNoWorseThanByLoad, ()) {
  const Fleet fleet = test::demanding_fleet(9, *rc::gen::arbitrary<bool>());
  const Objective objective = *rc::gen::elementOf(kObjectives);
  RC_ASSERT(!clearly_less(cost_by_neh_gpu(fleet, deal_by_load(fleet), objective),
                          cost_by_neh_gpu(fleet, deal(fleet, {.objective = objective}).parts, objective)));
}

}  // namespace
}  // namespace warpshop::order
