#include <gtest/gtest.h>

#include "sim/place/place_policies.hpp"
#include "sim/place/placing_bound.hpp"
#include "sim/place/placing_search.hpp"
#include "tests/place/slow_placing.hpp"

namespace warpshop::place {
namespace {

/// Whatever the policy: everybody runs once, nobody is over the limits, and ends are those of the law.
void expect_kept(const PlacingProblem& problem, const Placement& placement, const std::string& what) {
  ASSERT_EQ(placement.size(), problem.size()) << what;
  std::vector<double> ends;
  ASSERT_NO_THROW(ends = slow::ends_of(problem, placement)) << what;
  for (std::size_t job = 0; job < placement.size(); ++job) {
    EXPECT_NEAR(placement[job].end.count(), ends[job], 1e-6 * ends[job]) << what << ", job " << job;
  }
}

TEST(PlacingRules, EveryPolicyKeepsThemOnAnyBatch) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const PlacingProblem problem = slow::drawn(seed, seed % 40, 1 + seed % 5, 1 + seed % 4, seed % 2 == 0);
    const Millis bound = placing_bound(problem);
    for (const PlacePolicy& policy : place_policies()) {
      const std::string what = std::string(policy.name) + " of seed " + std::to_string(seed);
      const Placement placement = place(problem, policy.start(seed));
      expect_kept(problem, placement, what);
      EXPECT_GE(makespan(placement).count(), bound.count() * (1 - 1e-9)) << what;
      EXPECT_EQ(placement, place(problem, policy.start(seed))) << what;
    }
    const Placement first = place(problem, first_fit(seed));
    const Placement searched = search(problem, first, seed, 300);
    expect_kept(problem, searched, "search of seed " + std::to_string(seed));
    EXPECT_LE(makespan(searched), makespan(first)) << seed;
    EXPECT_GE(makespan(searched).count(), bound.count() * (1 - 1e-9)) << seed;
    EXPECT_EQ(searched, search(problem, first, seed, 300)) << seed;
  }
}

// From nanoseconds to weeks, in one batch.
TEST(PlacingRules, HoldFromNanosecondsToWeeks) {
  slow::PairTableLaw law{.slowdown = {{1.5, 1.5}, {1.5, 1.5}}};
  PlacingProblem problem{.kinds = {0, 1, 0, 1, 1, 0, 0},
                         .gpu_kinds = {{.alone = {Millis{1e-6}, Millis{2e9}}, .predict = slow::predictor(law)}},
                         .gpus = {0, 0},
                         .speeds = law};
  for (const PlacePolicy& policy : place_policies()) {
    expect_kept(problem, place(problem, policy.start(1)), std::string(policy.name));
  }
}

// One job of a kind waits as long as the other is there: it goes on once that has ended, and nobody waits for ever.
TEST(PlacingRules, AJobMayStandStillBesideAnother) {
  std::vector<double> first{1, 0};
  std::vector<double> one{1};
  PlacingProblem problem{.kinds = {0, 0, 0},
                         .gpu_kinds = {{.alone = {Millis{2}},
                                        .predict =
                                            [](auto, auto) {
                                              return PairPrediction{2, true};
                                            }}},
                         .gpus = {0},
                         .speeds = [&](std::size_t, const Residents& there) {
                           return std::span<const double>(there.kinds.size() == 1 ? one : first);
                         }};
  const Placement placement = place(problem, first_fit(1));
  EXPECT_EQ(placement[1].end, Millis{4});
  EXPECT_EQ(makespan(placement), Millis{6});
}

TEST(PlacingSearch, IsWithinThreePercentOfTheBestOfAllPlacements) {
  double worst = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const PlacingProblem problem = slow::drawn(1000 + seed, seed % 20 == 0 ? 5 : 2 + seed % 3, 2, 2, false);
    Placement best = place(problem, first_fit(seed));
    for (const PlacePolicy& policy : place_policies()) {
      const Placement placement = place(problem, policy.start(seed));
      best = makespan(placement) < makespan(best) ? placement : best;
    }
    const double found = makespan(search(problem, best, seed)).count();
    const double least = slow::best_of_all(problem);
    EXPECT_GE(found, least * (1 - 1e-9)) << seed;
    EXPECT_LE(found, least * 1.03) << seed;
    EXPECT_LE(placing_bound(problem).count(), least * (1 + 1e-9)) << seed;
    worst = std::max(worst, found / least - 1);
  }
  RecordProperty("worst", std::to_string(worst));
}

// Twenty jobs of two kinds that do not slow each other down, and themselves by 2: on one GPU each pair takes 10 ms.
TEST(PlacingBound, PricesFindTheBestPairs) {
  slow::PairTableLaw law{.slowdown = {{2, 1}, {1, 2}}};
  PlacingProblem problem{.gpu_kinds = {{.alone = {Millis{10}, Millis{10}}, .predict = slow::predictor(law)}},
                         .gpus = {0, 0},
                         .speeds = law};
  for (std::size_t job = 0; job < 20; ++job) {
    problem.kinds.push_back(job / 10);
  }
  EXPECT_NEAR(placing_bound(problem).count(), 50, 1e-9);
  EXPECT_NEAR(makespan(place(problem, least_pair(1))).count(), 50, 1e-9);
  EXPECT_NEAR(makespan(place(problem, serial(1))).count(), 100, 1e-9);
  // Fifteen of one kind: five of them have nobody to go with, so that 5 pairs and 10 by themselves are left.
  problem.kinds.assign(20, 0);
  std::fill_n(problem.kinds.begin(), 5, 1U);
  EXPECT_NEAR(placing_bound(problem).count(), 75, 0.5);
  EXPECT_LE(placing_bound(problem).count(), 75 + 1e-9);
}

// Of 250 kinds there are too many pairs: no speed is asked for, and no job counts as slowed down by another.
TEST(PlacingBound, HoldsWhereNoPairIsKnown) {
  PlacingProblem problem{
      .gpu_kinds = {{.alone = {}}}, .gpus = {0, 0, 0}, .speeds = [](auto, const auto&) -> std::span<const double> {
        throw std::logic_error("a speed was asked for");
      }};
  double sum = 0;
  for (std::size_t kind = 0; kind < 250; ++kind) {
    problem.kinds.push_back(kind);
    problem.gpu_kinds[0].alone.emplace_back(1 + static_cast<double>(kind % 17));
    sum += problem.gpu_kinds[0].alone.back().count();
  }
  EXPECT_FALSE(sets_are_few(problem));
  EXPECT_NEAR(placing_bound(problem).count(), sum / (2 * 3), 1e-9 * sum);
}

// What else it may cost is spent after a few moves: it ends no later than where it began all the same.
TEST(PlacingSearch, EndsWhereItHasSpentEnough) {
  const PlacingProblem problem = slow::drawn(7, 30, 3, 2, false);
  const Placement first = place(problem, first_fit(1));
  int asked = 0;
  const Placement searched = search(problem, first, 1, 1000, [&] { return ++asked / 40.0; });
  EXPECT_LE(asked, 42);
  EXPECT_LE(makespan(searched), makespan(first));
  expect_kept(problem, searched, "search");
  EXPECT_EQ(search(problem, first, 1, 1000, [] { return 1.0; }), first);
}

TEST(PlacingBound, CountsMemoryOverTime) {
  slow::PairTableLaw law{.slowdown = {{1}}};
  const PlacingProblem problem{
      .kinds = std::vector<std::size_t>(6, 0),
      .footprints = std::vector<Bytes>(6, Bytes{6}),
      .gpu_kinds = {{.alone = {Millis{10}}, .memory = Bytes{10}, .predict = slow::predictor(law)}},
      .gpus = {0},
      .speeds = law};
  EXPECT_NEAR(placing_bound(problem).count(), 36, 1e-9);
  EXPECT_NEAR(makespan(place(problem, first_fit(1))).count(), 60, 1e-9);
}

}  // namespace
}  // namespace warpshop::place
