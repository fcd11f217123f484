#include <algorithm>
#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/bounds/lower_bound.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/order/few_plans.hpp"
#include "sim/order/policies.hpp"
#include "tests/support/gated_plans.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::order {
namespace {

Planned plan(const std::string& policy, const Instance& instance, const PlanOptions& options = {}) {
  return find_policy(policy).plan(instance, options);
}

Job job(double h2d, double kernel, double d2h) {
  return test::make_job({}, {Millis{0}, Millis{h2d}}, kernel, {Millis{0}, Millis{d2h}}, 7, 0, 0);
}

/// Task 0 is short in and long out, task 1 the reverse; a copy moves at 3/4 while another opposes it.
Instance long_kernel_behind_a_long_copy() {
  Instance instance;
  instance.rates = {{{{{0.75, 1}, {1, 1}}}, {{{0.75, 1}, {1, 1}}}}};
  instance.jobs = {job(1, 1, 2), job(4, 4, 1)};
  return instance;
}

Millis least_of_all_gated_plans(const Instance& instance) {
  evaluate::Evaluator evaluator(instance);
  Millis least{std::numeric_limits<double>::infinity()};
  test::for_each_gated_plan(
      instance, [&](const auto& order, const auto& gates) { least = std::min(least, evaluator.cost(order, gates)); });
  return least;
}

// Ungated, 0-1: H2D of 1 from 1 on. D2H of 0 is ready at 2 and takes 2 / 0.75 = 8/3, until 4 2/3; beside it the H2D
// moves 2, and its last 1 alone until 5 2/3. Its kernel ends at 9 2/3, its D2H at 10 2/3. 1-0: H2Ds until 4 and 5,
// kernels until 8 and 9, D2Hs until 9 and 11. Gated, 0-1: H2D of 1 alone until 5, kernel until 9, D2H until 10; the D2H
// of 0 from 5 to 7, beside a kernel that it does not slow down.
TEST(Gated, HoldsBackACopyThatSlowsDownWhatALongKernelWaitsFor) {
  const Instance instance = long_kernel_behind_a_long_copy();
  EXPECT_NEAR(plan("best", instance).predicted.count(), 10 + 2.0 / 3, 1e-9);
  const Planned gated = plan("gated", instance);
  EXPECT_NEAR(gated.predicted.count(), 10, 1e-9);
  EXPECT_EQ(gated.plan.order, (Order{0, 1}));
  EXPECT_EQ(gated.plan.gates, (std::vector<Gate>{{.d2h = 0, .h2d = 1}}));
}

TEST(Gated, IsProvenWhereItHasLookedAtAllPlansElsewhereByTheLowerBound) {
  int proven_by_bound = 0;
  const auto by_bound = [&](std::size_t tasks, std::uint64_t seed, const Budget& budget) {
    const Instance instance = bench::random_instance(tasks, {.family = bench::Family::heavy_tailed}, seed);
    const Planned gated = plan("gated", instance, {.budget = budget});
    EXPECT_EQ(gated.proven_optimal, !clearly_less(evaluate::lower_bound(instance), gated.predicted)) << seed;
    proven_by_bound += gated.proven_optimal ? 1 : 0;
  };
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Instance few = bench::random_instance(3, {.family = bench::Family::heavy_tailed}, seed);  // 30 plans
    EXPECT_TRUE(plan("gated", few).proven_optimal);
    EXPECT_TRUE(plan("gated", few, {.budget = {.evaluations = 30}}).proven_optimal);
    by_bound(3, seed, {.evaluations = 29, .time = {}});
    by_bound(7, seed, {.evaluations = 2000, .time = {}});
  }
  EXPECT_TRUE(0 < proven_by_bound && proven_by_bound < 80) << proven_by_bound << " of 80, so both cases are there";
}

TEST(Gated, PlansAreFewUpToSixTasks) {
  EXPECT_TRUE(are_few_plans(6, 1, {}));   // 95 040
  EXPECT_FALSE(are_few_plans(7, 1, {}));  // 2 162 160
  EXPECT_TRUE(are_few_plans(5, 4, {}));   // 68 640
  EXPECT_FALSE(are_few_plans(6, 2, {}));  // 308 880
  EXPECT_TRUE(are_few_plans(3, 2, {.evaluations = 84, .time = {}}));
  EXPECT_FALSE(are_few_plans(3, 2, {.evaluations = 83, .time = {}}));
  EXPECT_FALSE(are_few_plans(10'000'000, 1024, {}));
}

TEST(Gated, HoldsNothingBackWhereCopiesDoNotSlowEachOtherDown) {
  Instance instance = long_kernel_behind_a_long_copy();
  instance.rates = {{{{{1, 1}, {1, 1}}}, {{{1, 1}, {1, 1}}}}};
  EXPECT_TRUE(plan("gated", instance).plan.gates.empty());
}

RC_GTEST_PROP(Gated, IsNeverWorseThanWhatItStartsFrom, ()) {
  const Instance instance = *test::instance(*test::any_family(), 8);
  const PlanOptions options{.seed = *rc::gen::arbitrary<std::uint64_t>(), .budget = {.evaluations = 300, .time = {}}};
  RC_ASSERT(plan("gated", instance, options).predicted <= plan("best", instance, options).predicted);
}

RC_GTEST_PROP(Gated, NeedsEachOfItsGates, ()) {
  const Instance instance = *test::instance({.latencies = *rc::gen::arbitrary<bool>()}, 7);
  const Planned planned = plan("gated", instance);
  for (std::size_t i = 0; i < planned.plan.gates.size(); ++i) {
    Plan without = planned.plan;
    without.gates.erase(without.gates.begin() + static_cast<std::ptrdiff_t>(i));
    RC_ASSERT(clearly_less(planned.predicted, evaluate::makespan(instance, without)));
  }
}

TEST(Gated, FindsTheLeastOfAllGatedPlansOfUpToFourTasks) {
  for (const bench::Family family : bench::kFamilies) {
    for (const std::size_t size : {2U, 3U, 4U}) {
      for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const Instance instance = bench::random_instance(size, {.family = family, .latencies = seed % 2 == 0}, seed);
        EXPECT_TRUE(tied(plan("gated", instance).predicted, least_of_all_gated_plans(instance)))
            << bench::name(family) << ", " << size << " tasks, seed " << seed;
      }
    }
  }
}

TEST(Gated, WithASeedAnswersTheSameAgain) {
  const Instance instance = bench::random_instance(12, {.family = bench::Family::mixed}, 1);
  for (const std::uint64_t seed : {1U, 2U}) {
    const Planned first = plan("gated", instance, {.seed = seed});
    const Planned second = plan("gated", instance, {.seed = seed});
    EXPECT_EQ(first.plan, second.plan);
    EXPECT_EQ(first.predicted, second.predicted);
  }
}

TEST(Gated, StopsAfterItsTime) {
  const Instance instance = bench::random_instance(64, {.family = bench::Family::heavy_tailed, .latencies = true}, 1);
  const auto start = std::chrono::steady_clock::now();
  const Planned planned = plan("gated", instance, {.budget = {.evaluations = 1'000'000'000, .time = Millis{20}}});
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  EXPECT_TRUE(clearly_less(evaluate::lower_bound(instance), planned.predicted));  // or it would have stopped by itself
  EXPECT_FALSE(clearly_less(plan("neh-gpu", instance).predicted, planned.predicted));
}

TEST(Gated, KeepsPrecedence) {
  Instance instance = bench::random_instance(12, {.family = bench::Family::mixed}, 3);
  for (std::uint32_t after = 1; after < 12; after += 2) {
    instance.precedence.push_back({.before = after - 1, .after = after});
  }
  const Planned planned = plan("gated", instance);
  for (const Precedence& pair : instance.precedence) {
    const Order& order = planned.plan.order;
    EXPECT_LT(std::find(order.begin(), order.end(), pair.before), std::find(order.begin(), order.end(), pair.after));
  }
  EXPECT_TRUE(tied(planned.predicted, evaluate::makespan(instance, planned.plan)));
}

}  // namespace
}  // namespace warpshop::order
