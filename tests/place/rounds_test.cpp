#include <gtest/gtest.h>

#include "sim/place/place_policies.hpp"
#include "sim/place/placing_energy.hpp"
#include "tests/place/slow_placing.hpp"

// Five jobs A … E on two GPUs, at most two on each, worked by hand. Alone they take 10, 9, 5, 4 and 6 ms; both of a
// pair are slowed down by what the table says. A and D are memory-bound.
namespace warpshop::place {
namespace {

enum : std::size_t { A, B, C, D, E };

PlacingProblem five_jobs() {
  const slow::PairTableLaw law{.slowdown = {{1.9, 1.3, 1.6, 1.1, 1.8},
                                            {1.3, 1.9, 1.4, 2.5, 1.5},
                                            {1.6, 1.4, 1.9, 1.2, 1.0},
                                            {1.1, 2.5, 1.2, 1.9, 1.7},
                                            {1.8, 1.5, 1.0, 1.7, 1.9}}};
  return {.kinds = {A, B, C, D, E},
          .memory_bound = {true, false, false, true, false},
          .gpu_kinds = {{.alone = {Millis{10}, Millis{9}, Millis{5}, Millis{4}, Millis{6}},
                         .predict = slow::predictor(law),
                         .idle = Watts{10},
                         .above_idle = {{11}, {13}, {16}, {11}, {18}}}},
          .gpus = {0, 0},
          .speeds = law};
}

void expect_placed(const Placement& placement, const std::vector<PlacedJob>& expected) {
  for (std::size_t job = 0; job < expected.size(); ++job) {
    EXPECT_EQ(placement[job].gpu, expected[job].gpu) << job;
    EXPECT_NEAR(placement[job].start.count(), expected[job].start.count(), 1e-9) << job;
    EXPECT_NEAR(placement[job].end.count(), expected[job].end.count(), 1e-9) << job;
    EXPECT_EQ(placement[job].beside, expected[job].beside) << job;
  }
}

PlacedJob at(std::size_t gpu, double start, double end, std::size_t beside) {
  return {.gpu = gpu, .start = Millis{start}, .end = Millis{end}, .beside = beside};
}

// C: no GPU is idle, none labels it 0 (1.6, 1.4), the first below 1.9 is A's. D: 2.5 beside B, it waits. E: 1.5 beside
// B. C ends at 5 · 1.6 = 8, when half of A is done: a round in which D goes beside A, labelled 0. E ends at 6 · 1.5 =
// 9, when B has 3 ms left. D ends at 8 + 4 · 1.1, and A has 5 - 4 = 1 ms left.
TEST(Rounds, InterferenceTakesTheFirstBelowTheThreshold) {
  expect_placed(place(five_jobs(), interference(1)),
                {at(0, 0, 13.4, 0), at(1, 0, 12, 0), at(0, 0, 8, 1), at(0, 8, 12.4, 1), at(1, 0, 9, 1)});
}

// C goes beside B (1.4), D beside A (labelled 0), E waits. D ends at 4.4, when A has 6 ms left: E beside A (1.8, the
// only place), and both take 6 · 1.8. C ends at 5 · 1.4 = 7, when B has 4 ms left.
TEST(Rounds, InterferenceLeastTakesTheLeast) {
  const std::vector<PlacedJob> expected{at(0, 0, 15.2, 0), at(1, 0, 11, 0), at(1, 0, 7, 1), at(0, 0, 4.4, 1),
                                        at(0, 4.4, 15.2, 1)};
  expect_placed(place(five_jobs(), interference_least(1)), expected);
  // Of C, D, E beside A and B the least is D beside A, then C beside B.
  expect_placed(place(five_jobs(), least_pair(1)), expected);
}

// C (compute) goes beside A (memory), D (memory) beside B (compute), slowed down by 2.5; E waits until C ends at 8. D
// ends at 10, when B has 5 ms left. A has 5 ms left at 8 and ends at 8 + 5 · 1.8; E has 1 ms left then.
// Round robin comes to the same: A, C on the first GPU, B, D on the second; the first place for E is C's, at 8.
TEST(Rounds, MemoryGoesWithComputeAndRoundRobinTakesTheNextGpu) {
  for (Round (*start)(std::uint64_t) : {memory_with_compute, round_robin}) {
    expect_placed(place(five_jobs(), start(1)),
                  {at(0, 0, 17, 0), at(1, 0, 15, 0), at(0, 0, 8, 1), at(1, 0, 10, 1), at(0, 8, 18, 1)});
  }
}

// A and B on the first GPU, C and D on the second; E beside C when D ends at 4 · 1.2. C has 1 ms left, and nobody slows
// the other down. B ends at 9 · 1.3, when A has 1 ms left.
TEST(Rounds, FirstFitFillsTheFirstGpuFirst) {
  expect_placed(place(five_jobs(), first_fit(1)),
                {at(0, 0, 12.7, 0), at(0, 0, 11.7, 1), at(1, 0, 5.8, 0), at(1, 0, 4.8, 1), at(1, 4.8, 10.8, 1)});
}

TEST(Rounds, SerialUsesAllGpus) {
  expect_placed(place(five_jobs(), serial(1)),
                {at(0, 0, 10, 0), at(1, 0, 9, 0), at(1, 9, 14, 0), at(0, 10, 14, 0), at(0, 14, 20, 0)});
}

// Serially: 2 · 10 W for 20 ms, and 110 + 117 + 80 + 44 + 108 W ms above that. The most at once: A beside C.
TEST(Rounds, EnergyIsIdlePowerAndThatOfEveryJob) {
  const PlacingProblem problem = five_jobs();
  const Energy energy = placing_energy(problem, place(problem, serial(1))).value();
  EXPECT_NEAR(energy.used.value, (20 * 20 + 110 + 117 + 80 + 44 + 108) / 1000.0, 1e-12);
  EXPECT_NEAR(energy.peak.value, 20 + 11 + 16, 1e-12);
  // The same work draws as much beside others: A and D together each at 1 / 1.1, C and B at 1 / 1.4.
  const Energy shared = placing_energy(problem, place(problem, least_pair(1))).value();
  EXPECT_NEAR(shared.used.value, (20 * 15.2 + 110 + 117 + 80 + 44 + 108) / 1000.0, 1e-12);
  EXPECT_NEAR(shared.peak.value, 20 + (11 + 11) / 1.1 + (13 + 16) / 1.4, 1e-9);
}

// A job that fits no place beside others waits for an idle GPU, whatever the order; a smaller one goes ahead.
TEST(Rounds, MemoryCounts) {
  PlacingProblem problem = five_jobs();
  problem.gpu_kinds[0].memory = Bytes{10};
  problem.footprints = {Bytes{6}, Bytes{10}, Bytes{5}, Bytes{4}, Bytes{1}};
  const Placement placement = place(problem, first_fit(1));
  EXPECT_EQ(placement[D].gpu, 0U);
  EXPECT_EQ(placement[D].start, Millis{0});
  EXPECT_EQ(placement[B].gpu, 1U);
  EXPECT_EQ(placement[C].start, placement[B].end);  // 6 + 4 are there, and 10
}

// C, E and D wait. Looking at C alone: beside B (1.4). Then E alone: beside A, the only place (1.8), until
// 6 · 1.8. D does not go beside B (2.5). At C and E: C beside B, then at E and D: D beside A (1.1), and E waits until D
// ends at 4.4.
TEST(Rounds, LeastPairLooksNoFurtherThanItIsTold) {
  PlacingProblem problem = five_jobs();
  problem.kinds = {A, B, C, E, D};
  problem.ahead = 1;
  const Placement one = place(problem, least_pair(1));
  EXPECT_EQ(one[2].gpu, 1U);
  EXPECT_EQ(one[3].start, Millis{0});
  EXPECT_NEAR(one[4].start.count(), 10.8, 1e-9);
  problem.ahead = 2;
  EXPECT_NEAR(place(problem, least_pair(1))[3].start.count(), 4.4, 1e-9);
}

// The third A is slowed down too much beside either of the others, and C behind it is looked at, or waits with it.
TEST(Rounds, InterferenceLooksNoFurtherThanItIsTold) {
  PlacingProblem problem = five_jobs();
  problem.kinds = {A, A, A, C};
  for (Round (*start)(std::uint64_t) : {interference, interference_least}) {
    problem.ahead = 2;
    EXPECT_EQ(place(problem, start(1))[3].start, Millis{0});
    problem.ahead = 1;
    EXPECT_EQ(place(problem, start(1))[3].start, Millis{10});
  }
}

TEST(Rounds, ReleasesBeginARound) {
  PlacingProblem problem = five_jobs();
  problem.releases = {Millis{0}, Millis{3}, Millis{3}, Millis{100}, Millis{0}};
  const Placement placement = place(problem, serial(1));
  EXPECT_EQ(placement[B].start, Millis{6});
  EXPECT_EQ(placement[C].start, Millis{10});
  EXPECT_EQ(placement[D].start, Millis{100});
}

}  // namespace
}  // namespace warpshop::place
