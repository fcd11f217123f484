#include "sim/host/fewest_grant.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/support/any_values.hpp"

namespace warpshop::host {
namespace {

constexpr ProcessorPart kAll{.cores = 12, .ways = 16};
constexpr Millis kBound{150};

/// Every core count with all ways in turn, then every way count with those cores.
ProcessorPart slow_fewest(ProcessorPart all, Millis bound, const std::function<Millis(ProcessorPart)>& predicted) {
  for (int cores = 1; cores <= all.cores; ++cores) {
    if (predicted({cores, all.ways}) / bound < 0.8) {
      for (int ways = 1;; ++ways) {
        if (predicted({cores, ways}) / bound < 0.8) {
          return {cores, ways};
        }
      }
    }
  }
  return all;
}

TEST(FewestGrant, TakesFewestCoresFirstThenFewestWays) {
  // 400 / cores + 64 / ways: three cores with all ways are 137.3, four 104; with
  // three ways four are 121.3, with four 116.
  const auto predicted = [](ProcessorPart grant) { return Millis{400.0 / grant.cores + 64.0 / grant.ways}; };
  EXPECT_EQ(fewest_grant(kAll, kBound, predicted), (ProcessorPart{4, 4}));  // 116 < 120
}

TEST(FewestGrant, IsAllWhereNothingIsSafe) {
  EXPECT_EQ(fewest_grant(kAll, kBound, [](ProcessorPart) { return Millis{120}; }),
            kAll);  // 0.8 of the bound is not below it
  EXPECT_EQ(fewest_grant(kAll, Millis{-1}, [](ProcessorPart) { return Millis{0}; }), kAll);
}

TEST(FewestGrant, IsOneOfEachWhereAllIsSafe) {
  EXPECT_EQ(fewest_grant(kAll, kBound, [](ProcessorPart) { return Millis{119.9}; }), (ProcessorPart{1, 1}));
}

TEST(FewestGrant, PredictsSevenOrEightTimesOf192Settings) {
  int least = 100;
  int most = 0;
  for (int cores = 1; cores <= kAll.cores; ++cores) {
    for (int ways = 1; ways <= kAll.ways; ++ways) {
      int predictions = 0;
      const auto predicted = [&](ProcessorPart grant) {
        ++predictions;
        return grant.cores > cores || (grant.cores == cores && grant.ways >= ways) ? Millis{0} : kBound;
      };
      EXPECT_EQ(fewest_grant(kAll, kBound, predicted), (ProcessorPart{cores, ways}));
      least = std::min(least, predictions);
      most = std::max(most, predictions);
    }
  }
  EXPECT_EQ(least, 7);
  EXPECT_EQ(most, 8);
}

TEST(FewestGrant, IsWhatTryingAllInTurnFindsWhereMoreIsNeverSlower) {
  EXPECT_TRUE(rc::check([] {
    const ProcessorPart all{test::any_number(1, 20), test::any_number(1, 24)};
    const double by_core = test::any_number(0, 2000);
    const double by_way = test::any_number(0, 1000);
    const double rest = test::any_number(0, 200);
    const Millis bound{test::any_number(-10, 400)};
    const auto predicted = [&](ProcessorPart grant) {
      return Millis{by_core / grant.cores + by_way / grant.ways + rest};
    };
    if (bound > Millis{0}) {
      RC_ASSERT(fewest_grant(all, bound, predicted) == slow_fewest(all, bound, predicted));
    } else {
      RC_ASSERT(fewest_grant(all, bound, predicted) == all);
    }
  }));
}

// Learned predictions need not fall with cores and ways.
TEST(FewestGrant, IsSafeOrAllWhateverIsPredicted) {
  EXPECT_TRUE(rc::check([] {
    std::vector<int> predictions(192);
    for (int& prediction : predictions) {
      prediction = test::any_number(60, 180);
    }
    const auto predicted = [&](ProcessorPart grant) {
      return Millis{predictions[static_cast<std::size_t>(16 * (grant.cores - 1) + grant.ways - 1)]};
    };
    const ProcessorPart found = fewest_grant(kAll, kBound, predicted);
    RC_ASSERT(found == kAll || predicted(found) < Millis{120});
  }));
}

}  // namespace
}  // namespace warpshop::host
