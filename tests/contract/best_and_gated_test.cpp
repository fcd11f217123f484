// What a user relies on who reads a ranking: gated ≤ best ≤ every policy of ordered submission, in what the plans cost.
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/order/fleet/fleet_plan.hpp"
#include "sim/order/policies.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/fleets.hpp"

namespace warpshop::order {
namespace {

[[maybe_unused]] const bool kBestAndGatedCases = test::set_cases(80);

Millis cost_by(const Policy& policy, const Fleet& fleet, const Dealt& dealt, const PlanOptions& options) {
  return evaluate::cost(fleet, plan(policy, fleet, dealt, options).plan, options.objective);
}

/// Which policy is better than `best`, or that `gated` is worse; empty: neither.
std::string broken(const Fleet& fleet, const PlanOptions& options) {
  const Dealt dealt = deal(fleet, options);
  const Millis best = cost_by(find_policy("best"), fleet, dealt, options);
  for (const Policy& policy : policies()) {
    const bool asked = policy.submission == Submission::ordered && policy.name != "gated" &&
                       (policy.aim == Aim::any || options.objective == Objective::makespan);
    if (asked && clearly_less(cost_by(policy, fleet, dealt, options), best)) {
      return policy.name + " is better than best";
    }
  }
  return clearly_less(best, cost_by(find_policy("gated"), fleet, dealt, options)) ? "best is better than gated" : "";
}

PlanOptions any_options(std::optional<std::int64_t> evaluations) {
  return {.seed = *rc::gen::inRange<std::uint64_t>(1, 100),
          .objective = *rc::gen::elementOf(kObjectives),
          .budget = {.evaluations = evaluations, .time = {}}};
}

Fleet one(const Instance& instance) {
  return {.devices = {instance}, .names = {"gpu"}, .ports = {}};
}

RC_GTEST_PROP(BestAndGated, OfOneDeviceAreNotBeatenWhateverTasksDemand, ()) {
  const Instance instance = test::demanding(*test::instance(*test::any_family(), 7), *test::any_demands());
  RC_ASSERT(broken(one(instance), any_options({})) == "");
}

RC_GTEST_PROP(BestAndGated, AreNotBeatenWhereTheBudgetEndsFirst, ()) {
  const Instance instance = test::demanding(*test::instance(*test::any_family(), 16), *test::any_demands());
  RC_ASSERT(broken(one(instance), any_options(*rc::gen::element(1, 10, 100))) == "");
}

RC_GTEST_PROP(BestAndGated, OfSeveralDevicesAreNotBeaten, ()) {
  RC_ASSERT(broken(test::demanding_fleet(8, false), any_options(300)) == "");
}

RC_GTEST_PROP(BestAndGated, OfDevicesOnABusAreNotBeaten, ()) {
  RC_ASSERT(broken(test::demanding_fleet(8, true), any_options(300)) == "");
}

TEST(BestAndGated, AreNotBeatenWhereEveryDealIsLookedAt) {
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(test::cases(30)); ++seed) {
    const bench::Periodic shape{.kinds = 3, .frames = 2, .gpus = 2};
    const Fleet fleet = test::alike(bench::periodic_instance(shape, seed), 2, seed % 3 == 0 ? 1.5 : 0);
    const Objective objective = kObjectives[seed / 3 % kObjectives.size()];  // each with a bus and without
    EXPECT_EQ(broken(fleet, {.objective = objective}), "") << "seed " << seed << ' ' << name(objective);
  }
}

TEST(BestAndGated, AreNotBeatenBeyondTenTasks) {
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(test::cases(4)); ++seed) {
    Instance instance = bench::random_instance(14, {.family = bench::Family::mixed, .missing = seed % 2 == 0}, seed);
    bench::Draws draws(seed);
    for (const Job& job : instance.jobs) {
      instance.due.push_back(job.total() * draws.uniform(1, 8));
    }
    for (const Objective objective : kObjectives) {
      EXPECT_EQ(broken(one(instance), {.objective = objective, .budget = {.evaluations = 20'000}}), "")
          << "seed " << seed << ' ' << name(objective);
    }
  }
}

/// Two devices on a bus of little more than one of them: what each would do alone holds the other up.
Fleet crowded_bus() {
  Instance instance{.rates = {{{{{1.6 / 3, 1}, {1, 1}}}, {{{2.5 / 4, 1}, {1, 1}}}}}};
  instance.jobs = {test::job_of(-1, 0, 2), test::job_of(-1, 0.164, -1), test::job_of(2, -1, 0.635),
                   test::job_of(2, -1, 1.25), test::job_of(9.287, 5, 1.25)};
  instance.jobs[2].release = Millis{5.957};
  instance.jobs[3].release = Millis{8.968};
  instance.jobs[4].release = Millis{6.141};
  instance.precedence = {{.before = 2, .after = 3}, {.before = 1, .after = 4}};
  Fleet fleet = test::alike(instance, 2, 1);
  for (auto& port : fleet.ports) {
    port->demand.assign(fleet.size(), {3 / 4.9, 4 / 6.1});  // by task
  }
  return fleet;
}

TEST(BestAndGated, AreJudgedByWhatTheBusDoesToThem) {
  const Fleet fleet = crowded_bus();
  const Dealt dealt = deal(fleet, {});
  const Millis best = plan(find_policy("best"), fleet, dealt, {}).predicted;
  EXPECT_FALSE(clearly_less(cost_by(find_policy("neh"), fleet, dealt, {}), best));
  EXPECT_FALSE(clearly_less(cost_by(find_policy("random"), fleet, dealt, {}), best));
  EXPECT_LT(best, cost_by(find_policy("neh-gpu"), fleet, dealt, {}));
  EXPECT_FALSE(clearly_less(best, plan(find_policy("gated"), fleet, dealt, {}).predicted));
}

}  // namespace
}  // namespace warpshop::order
