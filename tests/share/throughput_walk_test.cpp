#include "sim/share/throughput_walk.hpp"

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace warpshop::share {
namespace {

using Positions = std::vector<std::size_t>;

/// Walks through what every configuration makes of both kernels.
ThroughputWalk walked(ThroughputWalk walk, const std::vector<Progress>& progress) {
  for (std::size_t steps = 0; !walk.done() && steps < 100; ++steps) {
    walk.measured(progress[walk.position()]);
  }
  return walk;
}

/// Of two kernels with 8 CTAs each: (1,7) … (7,1).
constexpr std::size_t kSeven = 7;

TEST(ThroughputWalk, VectorAdditionAndConvolutionStopAtThreeAndFive) {
  // STP_S to (2,6) 1.38, to (3,5) 1.05, to (4,4) 0.95.
  const ThroughputWalk walk = walked(
      ThroughputWalk(kSeven, 0),
      {{1, 1}, {1.86, 0.9}, {1.86 * 1.2, 0.9 * 0.9}, {1.86 * 1.2 * 1.1, 0.9 * 0.9 * 0.8}, {9, 9}, {9, 9}, {9, 9}});
  EXPECT_TRUE(walk.done());
  EXPECT_EQ(walk.probed(), (Positions{0, 1, 2, 3}));
  EXPECT_EQ(walk.position(), 2U);
}

/// (5,3) is where the walk starts: (6,2) 1.07, (7,1) 0.96 of that; the other way (4,4) 0.91.
const std::vector<Progress> kVectorAdditionAndMatrices{{9, 9},     {9, 9},      {9, 9},        {0.80, 1.02},
                                                       {1.0, 1.0}, {1.34, 0.8}, {1.474, 0.656}};

TEST(ThroughputWalk, VectorAdditionAndMatricesGoFromFiveToSix) {
  const ThroughputWalk walk = walked(ThroughputWalk(kSeven, 4, true), kVectorAdditionAndMatrices);
  EXPECT_TRUE(walk.done());
  EXPECT_EQ(walk.probed(), (Positions{4, 5, 6}));
  EXPECT_EQ(walk.position(), 5U);
}

TEST(ThroughputWalk, TurnsRoundWhereTheFirstStepIsWorse) {
  const ThroughputWalk walk = walked(ThroughputWalk(kSeven, 4, false), kVectorAdditionAndMatrices);
  EXPECT_TRUE(walk.done());
  EXPECT_EQ(walk.probed(), (Positions{4, 3, 5, 6}));
  EXPECT_EQ(walk.position(), 5U);
}

TEST(ThroughputWalk, PathFinderAndSparseMatricesStayAtSevenAndTwo) {
  const ThroughputWalk walk =
      walked(ThroughputWalk(kSeven, 6), {{9, 9}, {9, 9}, {9, 9}, {9, 9}, {9, 9}, {0.6, 0.78}, {1, 1}});
  EXPECT_TRUE(walk.done());
  EXPECT_EQ(walk.probed(), (Positions{6, 5}));
  EXPECT_EQ(walk.position(), 6U);
}

TEST(ThroughputWalk, DoesNotLookBehindAStartThatItHasLeft) {
  const ThroughputWalk walk = walked(ThroughputWalk(5, 2, true), {{9, 9}, {9, 9}, {1, 1}, {1.1, 1}, {1, 1}});
  EXPECT_EQ(walk.probed(), (Positions{2, 3, 4}));
  EXPECT_EQ(walk.position(), 3U);
}

TEST(ThroughputWalk, StaysBetweenBothWhereNeitherWayIsBetter) {
  const ThroughputWalk walk = walked(ThroughputWalk(3, 1), {{1, 1}, {1, 1}, {1, 1}});
  EXPECT_EQ(walk.probed(), (Positions{1, 0, 2}));
  EXPECT_EQ(walk.position(), 1U);
}

TEST(ThroughputWalk, EndsAtTheLastConfigurationIfAllStepsHelp) {
  const ThroughputWalk walk = walked(ThroughputWalk(3, 0), {{1, 1}, {2, 1}, {4, 1}});
  EXPECT_EQ(walk.probed(), (Positions{0, 1, 2}));
  EXPECT_EQ(walk.position(), 2U);
}

TEST(ThroughputWalk, HasNothingToProbeOfOneConfiguration) {
  EXPECT_TRUE(ThroughputWalk(1, 0).done());
  EXPECT_EQ(ThroughputWalk(1, 0).position(), 0U);
}

TEST(ThroughputWalk, TakesAKernelThatDidNothingForProgressAlone) {
  const ThroughputWalk walk = walked(ThroughputWalk(2, 0), {{0, 1}, {1, 0.1}});
  EXPECT_EQ(walk.position(), 1U);  // (2 + 0.1) / 2
}

}  // namespace
}  // namespace warpshop::share
