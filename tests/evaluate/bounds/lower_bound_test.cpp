#include "sim/evaluate/bounds/lower_bound.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "bench/random_instances.hpp"
#include "sim/evaluate/bounds/machines.hpp"
#include "sim/evaluate/bounds/pairs.hpp"
#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/events/event_simulation.hpp"
#include "sim/files/device_store.hpp"
#include "tests/support/gated_plans.hpp"
#include "tests/support/instances.hpp"
#include "tests/support/reference.hpp"

namespace warpshop::evaluate {
namespace {

/// Least makespan of all permutations in either submission.
Millis brute_force(const Instance& instance) {
  Order order = test::order_of(instance.size());
  Millis least{std::numeric_limits<double>::infinity()};
  do {
    least = std::min({least, event_makespan(instance, Plan{.order = order}),
                      event_makespan(instance, Plan{.order = order, .submission = Submission::streams})});
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

/// Least makespan of all permutations with all gates.
Millis gated_brute_force(const Instance& instance) {
  Evaluator evaluator(instance);
  Millis least{std::numeric_limits<double>::infinity()};
  test::for_each_gated_plan(
      instance, [&](const auto& order, const auto& gates) { least = std::min(least, evaluator.cost(order, gates)); });
  return least;
}

Rates rates_of(const std::string& device) {
  return resolve(Workload{}, files::find_device(device)).rates;
}

// Every family on each shipped device: latencies, missing stages, pageable memory, release times, one DMA engine, ties.
RC_GTEST_PROP(LowerBound, NoPlanIsBelowItOnAnyShippedDevice, ()) {
  Instance instance = *test::instance(*test::any_family(), 5);
  instance.rates = rates_of(*rc::gen::elementOf(test::shipped_devices()));
  RC_ASSERT(!clearly_less(brute_force(instance), lower_bound(instance)));
}

// Also where rates are 1, or so low that two payloads side by side take longer than one after the other.
RC_GTEST_PROP(LowerBound, NoPlanIsBelowItAtUnusualRates, ()) {
  const Instance instance = *test::instance(*test::any_family(), 5);
  RC_ASSERT(!clearly_less(brute_force(instance), lower_bound(instance)));
}

RC_GTEST_PROP(LowerBound, NoGatedPlanIsBelowIt, ()) {
  Instance instance = *test::instance(*test::any_family(), 4);
  if (*rc::gen::arbitrary<bool>()) {
    instance.rates = rates_of(*rc::gen::elementOf(test::shipped_devices()));
  }
  RC_ASSERT(!clearly_less(gated_brute_force(instance), lower_bound(instance)));
}

TEST(LowerBound, NoPlanIsBelowItInAnyFamilyOfTheBenchmarks) {
  for (const bench::Family family : bench::kFamilies) {
    for (const bool latencies : {false, true}) {
      for (const bool missing : {false, true}) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
          const Instance instance = bench::random_instance(7, {family, latencies, missing}, seed);
          EXPECT_FALSE(clearly_less(brute_force(instance), lower_bound(instance)))
              << bench::name(family) << " seed " << seed;
        }
      }
    }
  }
}

// Each of the four flow shops and each pair of engines is the one that counts somewhere.
TEST(PairBounds, EachRelaxationIsTheStrongestOnSomeInstance) {
  std::array<int, 4> strongest{};
  for (const bench::Family family : bench::kFamilies) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
      const Instance instance = bench::random_instance(6, {family}, seed);
      std::array<double, 4> bounds{};
      const auto shops = relaxations({.h2d = instance.rates[0][0][0], .d2h = instance.rates[1][0][0]});
      for (std::size_t i = 0; i < shops.size(); ++i) {
        double h2d_payload = 0;
        double d2h_payload = 0;
        std::vector<ShopTask> tasks;
        for (const Job& job : instance.jobs) {
          h2d_payload += job.copies[0].payload.count();
          d2h_payload += job.copies[1].payload.count();
          tasks.push_back(shops[i].shop_task(job));
        }
        bounds[i] = shops[i].at_once(h2d_payload, d2h_payload) + pair_makespan(tasks);
      }
      const auto largest = std::max_element(bounds.begin(), bounds.end());
      EXPECT_NEAR(coupled_bound(instance).count(), *largest, 1e-9);
      ++strongest[static_cast<std::size_t>(largest - bounds.begin())];
    }
  }
  for (const int times : strongest) {
    EXPECT_GT(times, 0);
  }
}

TEST(PairBounds, EachBoundIsTheStrongestOnSomeInstance) {
  const auto times = [](double h2d, double kernel, double d2h) {
    return test::make_job({}, {Millis{0}, Millis{h2d}}, kernel, {Millis{0}, Millis{d2h}}, 7, 0, 0);
  };
  Instance classical;
  classical.rates = {{{{{1, 1}, {1, 1}}}, {{{1, 1}, {1, 1}}}}};
  // The long task's H2D and kernel, a short H2D before and a short kernel behind them.
  classical.jobs = {times(1, 1, 1), times(5, 5, 1), times(1, 1, 1)};
  EXPECT_EQ(classical_bound(classical), Millis{11});
  EXPECT_EQ(johnson_bound(classical), Millis{13});
  EXPECT_EQ(brute_force(classical), Millis{13});
  int coupled_strongest = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Instance contended = bench::random_instance(6, {bench::Family::uniform}, seed);
    const Millis others = std::max({johnson_bound(contended), overlap_bound(contended), duplex_bound(contended)});
    coupled_strongest += clearly_less(others, coupled_bound(contended)) ? 1 : 0;
  }
  EXPECT_GT(coupled_strongest, 0);
}

// S5's rates: the bound over payloads as the specification has it is one path of two of the flow shops.
TEST(PairBounds, AreNoWeakerThanTheDuplexBound) {
  for (const bench::Family family : bench::kFamilies) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
      const Instance instance = bench::random_instance(6, {family}, seed);
      EXPECT_FALSE(clearly_less(coupled_bound(instance), duplex_bound(instance)));
      EXPECT_FALSE(clearly_less(johnson_bound(instance), classical_bound(instance)));
    }
  }
}

TEST(PairBounds, JohnsonsSequencesAreTheLeastOfAllPermutations) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Instance instance = bench::random_instance(6, {bench::Family::uniform}, seed);
    std::vector<ShopTask> tasks;
    for (const Job& job : instance.jobs) {
      tasks.push_back(Relaxation{}.shop_task(job));
    }
    for (const MachinePair pair : kMachinePairs) {
      const auto makespan = [&](const Order& order) {
        double first = 0;
        double second = 0;
        for (const std::uint32_t task : order) {
          const PairTask on = on_pair(tasks[task], pair);
          first += on.first;
          second = std::max(second, first + on.lag) + on.second;
        }
        return second;
      };
      Order order = test::order_of(tasks.size());
      double least = std::numeric_limits<double>::infinity();
      do {
        least = std::min(least, makespan(order));
      } while (std::next_permutation(order.begin(), order.end()));
      EXPECT_NEAR(makespan(johnson_sequence(tasks, pair)), least, 1e-9);
    }
  }
}

TEST(LowerBound, OfTheFourTasksIsTheDuplexBound) {
  const Instance instance = test::four_tasks_on_k20c();
  // SH = 18.32, SD = 11.71, c = (1 - 2.32/3.26) / (2.30/3.29), b = 0.31 + 4.98.
  const double c = (1 - 2.32 / 3.26) / (2.30 / 3.29);
  EXPECT_NEAR(duplex_bound(instance).count(), 18.32 + c * 11.71 + (1 - c) * 5.29, 1e-9);
  EXPECT_NEAR(classical_bound(instance).count(), 18.32 + 5.29, 1e-9);
  EXPECT_EQ(exclusive_bound(instance), Millis{0});
  EXPECT_NEAR(lower_bound(instance).count(), duplex_bound(instance).count(), 1e-9);
  EXPECT_NEAR(coupled_bound(instance).count(), duplex_bound(instance).count(), 1e-9);
}

TEST(LowerBound, CoupledCopiesWithoutHeadAndTailIsThePlainDuplexBound) {
  const DuplexRates rates{.h2d = 0.7, .d2h = 0.6};
  for (const double h2d : {1.0, 5.0, 20.0}) {
    for (const double d2h : {0.0, 3.0, 30.0}) {
      const double overlap = std::min(h2d / rates.h2d, d2h / rates.d2h);
      EXPECT_NEAR(coupled_copies(rates, {h2d, d2h, 0, 0}), h2d + d2h - overlap * (rates.h2d + rates.d2h - 1), 1e-12);
    }
  }
}

TEST(LowerBound, CopiesCoupleOnlyWhereSideBySideIsNoSlowerThanOneAfterTheOther) {
  EXPECT_TRUE(couples({.h2d = 0.7, .d2h = 0.6}));
  EXPECT_TRUE(couples({.h2d = 1, .d2h = 1}));
  EXPECT_FALSE(couples({.h2d = 0.3, .d2h = 0.6}));
  EXPECT_FALSE(couples({.h2d = 1.1, .d2h = 0.9}));
}

TEST(LowerBound, CountsACopyAtTheFastestRateItCanSee) {
  // A pageable H2D on titanx: 8.00 GB/s alone, 8.28 beside a pinned D2H.
  Instance instance;
  instance.rates = rates_of("titanx");
  instance.jobs = {test::make_job({}, {Millis{0}, Millis{8.28}}, 0, {}, 1, 1, 0)};
  EXPECT_NEAR(least_times(instance, instance.jobs[0])[0].count(), 8.00, 1e-9);
}

TEST(LowerBound, CopiesThatExcludeEachOtherAddUp) {
  Instance instance;
  instance.rates = rates_of("gtx980");
  const Copy copy{Millis{0.5}, Millis{2}};
  instance.jobs.assign(3, test::make_job({}, copy, 0, copy, 7, 3, 0));
  EXPECT_GE(exclusive_bound(instance).count(), 6 * (0.5 + 2 * 3.54 / 4.35) - 1e-9);
  EXPECT_LE(exclusive_bound(instance).count(), brute_force(instance).count());
}

// Kernels that share the GPU have no machine of their own, and take no less time than alone.
TEST(LowerBound, CountsKernelsOneAtATimeOnlyWhereTheirMachineCounts) {
  Instance instance;
  instance.rates = {{{{{1, 1}, {1, 1}}}, {{{1, 1}, {1, 1}}}}};
  const Copy copy{Millis{0}, Millis{1}};
  instance.jobs.assign(4, test::make_job({}, copy, 10, copy, 7, 0, 0));
  EXPECT_EQ(lower_bound(instance), Millis{1 + 4 * 10 + 1});
  EXPECT_EQ(lower_bound(instance, Objective::makespan, kCopyEngines), Millis{4 * 1 + 10 + 1});
  EXPECT_EQ(lower_bound(instance, Objective::weighted_completion, kCopyEngines), Millis{12 + 13 + 14 + 15});
}

RC_GTEST_PROP(LowerBound, IsNoMoreWhereFewerMachinesCount, ()) {
  const Instance instance = test::demanding(*test::instance(*test::any_family(), 8), *test::any_demands());
  for (const Objective objective : kObjectives) {
    RC_ASSERT(!clearly_less(lower_bound(instance, objective), lower_bound(instance, objective, kCopyEngines)));
  }
}

}  // namespace
}  // namespace warpshop::evaluate
