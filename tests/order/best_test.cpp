#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/rounds.hpp"
#include "sim/order/policies.hpp"
#include "sim/order/precedence.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::order {
namespace {

[[maybe_unused]] const bool kBestCases = test::set_cases(1500);

/// Over all orders that keep precedence.
Millis brute_force(const Instance& instance, Objective objective = Objective::makespan) {
  evaluate::Evaluator evaluator(instance, objective);
  Order order = test::order_of(instance.size());
  Millis least{std::numeric_limits<double>::infinity()};
  do {
    if (feasible(instance, order) == order) {
      least = std::min(least, evaluator.cost(order));
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

/// Lateness may be zero but for rounding.
bool equal(Millis a, Millis b) {
  return tied(a, b) || std::abs((a - b).count()) <= 1e-9;
}

Planned best(const Instance& instance, const PlanOptions& options = {}) {
  return find_policy("best").plan(instance, options);
}

// Any family, and all-pinned ones with the rates of the shipped devices, which the stronger bounds are for.
RC_GTEST_PROP(Best, IsTheLeastOfAllPermutations, ()) {
  const bool plain = *rc::gen::arbitrary<bool>();
  const test::Family family =
      plain ? test::Family{.latencies = *rc::gen::arbitrary<bool>(), .integers = *rc::gen::arbitrary<bool>()}
            : *test::any_family();
  const Instance instance = *test::instance(family, 6);
  const Planned planned = best(instance);
  RC_ASSERT(planned.proven_optimal);
  RC_ASSERT(tied(planned.predicted, brute_force(instance)));
}

// Every objective; precedence, families, memory, weights and due dates.
RC_GTEST_PROP(Best, IsTheLeastOfAllOrdersThatKeepTheDemands, ()) {
  const Instance instance = test::demanding(*test::instance(*test::any_family(), 6), *test::any_demands());
  const Objective objective = *rc::gen::elementOf(kObjectives);
  const Planned planned = best(instance, {.objective = objective});
  RC_ASSERT(planned.proven_optimal ||
            (evaluate::needs_rounds(instance) && clearly_less(*planned.lower_bound, planned.predicted)));
  RC_ASSERT(equal(planned.predicted, brute_force(instance, objective)));
}

// Cut short anywhere, it says so, and what it says of the optimum is true.
RC_GTEST_PROP(Best, KnowsABoundWhereverItStops, ()) {
  const Instance instance = test::demanding(*test::instance(*test::any_family(), 6), *test::any_demands());
  const Objective objective = *rc::gen::elementOf(kObjectives);
  const std::int64_t evaluations = *rc::gen::inRange<std::int64_t>(1, 500);
  const Planned planned = best(instance, {.objective = objective, .budget = {.evaluations = evaluations}});
  const Millis optimum = brute_force(instance, objective);
  RC_ASSERT(planned.lower_bound <= optimum || equal(*planned.lower_bound, optimum));
  RC_ASSERT(optimum <= planned.predicted || equal(optimum, planned.predicted));
  RC_ASSERT(!planned.proven_optimal || equal(optimum, planned.predicted));
}

TEST(Best, IsTheLeastOfAllPermutationsInEveryFamilyOfTheBenchmarks) {
  for (const bench::Family family : bench::kFamilies) {
    for (const bool latencies : {false, true}) {
      for (const bool missing : {false, true}) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
          const Instance instance =
              bench::random_instance(7, {.family = family, .latencies = latencies, .missing = missing}, seed);
          const Planned planned = best(instance);
          EXPECT_TRUE(planned.proven_optimal);
          EXPECT_TRUE(tied(planned.predicted, brute_force(instance))) << bench::name(family) << " seed " << seed;
        }
      }
    }
  }
}

TEST(Best, IsTheLeastInEveryFamilyOfTheBenchmarksForEveryObjective) {
  for (const bench::Family family : bench::kFamilies) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Instance instance = bench::random_instance(7, {.family = family}, seed);
      bench::Draws draws(seed);
      for (const Job& job : instance.jobs) {
        instance.weights.push_back(draws.uniform(0, 3));
        instance.due.push_back(job.total() * draws.uniform(1, 5));
      }
      for (const Objective objective : {Objective::weighted_completion, Objective::lateness}) {
        const Planned planned = best(instance, {.objective = objective});
        EXPECT_TRUE(planned.proven_optimal) << bench::name(family) << " seed " << seed << ' ' << name(objective);
        EXPECT_TRUE(equal(planned.predicted, brute_force(instance, objective)))
            << bench::name(family) << " seed " << seed << ' ' << name(objective);
      }
    }
  }
}

TEST(Best, ProvesNothingByRoundsThatAreCutAsSoonAsPossible) {
  // a-b | c takes 22 ms, as b and c do not overlap; a | b-c would take 13 ms: b's kernel beside c's H2D.
  Instance instance;
  instance.rates = test::all_rates()[3];
  instance.jobs = {test::make_job({}, {}, 1, {}, 2, 0, 0), test::make_job({}, {Millis{0}, Millis{1}}, 10, {}, 3, 0, 0),
                   test::make_job({}, {Millis{0}, Millis{10}}, 1, {}, 3, 0, 0)};
  instance.precedence = {{.before = 0, .after = 2}};
  instance.footprints = {Bytes{6}, Bytes{4}, Bytes{8}};
  instance.memory = Bytes{12};
  const Planned planned = best(instance);
  EXPECT_EQ(planned.predicted, Millis{22});
  EXPECT_FALSE(planned.proven_optimal);
  EXPECT_EQ(evaluate::makespan(instance, {.order = {0, 1, 2}, .rounds = {1, 2}}), Millis{13});
}

/// Taillard's generator (1993): x ← 16807 x mod 2³¹ - 1, times 1 … 99, machine by machine; here three of them, without
/// contention.
Instance taillard(std::size_t size, std::int64_t seed) {
  Instance instance;
  instance.rates = {{{{{1, 1}, {1, 1}}}, {{{1, 1}, {1, 1}}}}};
  instance.jobs.assign(size, test::make_job({}, {}, 0, {}, 7, 0, 0));
  const auto next = [&] {
    constexpr std::int64_t kModulus = 2147483647;
    seed = 16807 * seed % kModulus;
    return Millis{1 + std::floor(99 * static_cast<double>(seed) / static_cast<double>(kModulus))};
  };
  for (Job& job : instance.jobs) {
    job.copies[0].payload = next();
  }
  for (Job& job : instance.jobs) {
    job.kernel = next();
  }
  for (Job& job : instance.jobs) {
    job.copies[1].payload = next();
  }
  return instance;
}

// The seeds of his 20 × 5 instances.
constexpr std::array<std::int64_t, 10> kTaillardSeeds{873654221, 379008056,  1866992158, 216771124, 495070989,
                                                      402959317, 1369363414, 2021925980, 573109518, 88325120};

TEST(Best, FindsTheOptimaOfClassicalFlowShops) {
  for (const std::int64_t seed : kTaillardSeeds) {
    const Planned planned = best(taillard(8, seed));
    EXPECT_TRUE(planned.proven_optimal);
    EXPECT_DOUBLE_EQ(planned.predicted.count(), brute_force(taillard(8, seed)).count()) << "seed " << seed;
  }
}

TEST(Best, ProvesClassicalFlowShopsOfTwentyTasks) {
  for (const std::int64_t seed : kTaillardSeeds) {
    const Planned planned = best(taillard(20, seed));
    EXPECT_TRUE(planned.proven_optimal) << "seed " << seed;
    EXPECT_EQ(planned.lower_bound, planned.predicted);
  }
}

TEST(Best, LetsTasksThatAreTheSameGoInTheirOrder) {
  Instance instance = bench::random_instance(1, {.family = bench::Family::uniform});
  instance.jobs.resize(30, instance.jobs.front());
  instance.jobs.front().kernel *= 2;
  const Planned planned = best(instance, {.budget = {.evaluations = 5000}});
  EXPECT_TRUE(planned.proven_optimal);
}

TEST(Best, SaysThatItIsNotProvenWhereTheBudgetEndsFirst) {
  int unproven = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Instance instance = bench::random_instance(12, {.family = bench::Family::uniform}, seed);
    const Planned planned = best(instance, {.budget = {.evaluations = 2000}});
    unproven += planned.proven_optimal ? 0 : 1;
    EXPECT_EQ(planned.proven_optimal, !clearly_less(*planned.lower_bound, planned.predicted));
    EXPECT_FALSE(clearly_less(find_policy("neh-gpu").plan(instance, {}).predicted, planned.predicted));
    EXPECT_TRUE(planned.seeks_optimum);
  }
  EXPECT_GT(unproven, 0);
  EXPECT_FALSE(find_policy("neh-gpu").plan(bench::random_instance(3, {}), {}).seeks_optimum);
}

TEST(Best, StopsByTheClock) {
  const Instance instance = bench::random_instance(100, {.family = bench::Family::heavy_tailed, .missing = true});
  const Planned planned = best(instance, {.budget = {.time = Millis{20}}});
  EXPECT_FALSE(clearly_less(planned.predicted, *planned.lower_bound));
  EXPECT_TRUE(best(bench::random_instance(8, {}), {.budget = {.time = Millis{60'000}}}).proven_optimal);
}

}  // namespace
}  // namespace warpshop::order
