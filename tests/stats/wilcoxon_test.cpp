#include "sim/stats/wilcoxon.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/support/any_values.hpp"

namespace warpshop::stats {
namespace {

/// 1, 2, … count, the largest of them negative that add up to `below`.
std::vector<double> with_negative_ranks(int count, int below) {
  std::vector<double> differences;
  for (int rank = count; rank > 0; --rank) {
    differences.push_back(rank <= below ? -rank : rank);
    below -= rank <= below ? rank : 0;
  }
  return differences;
}

/// Twice the rank of each difference that is not 0, by comparing it with each other one.
std::vector<std::int64_t> slow_doubled_ranks(const std::vector<double>& differences) {
  std::vector<std::int64_t> ranks;
  for (const double a : differences) {
    std::int64_t rank = 1;
    for (const double b : differences) {
      rank += b == 0 ? 0 : (std::abs(b) < std::abs(a) ? 2 : 0) + (std::abs(b) == std::abs(a) ? 1 : 0);
    }
    ranks.push_back(a == 0 ? 0 : rank);
  }
  return ranks;
}

/// The part of all 2^n ways to sign the differences whose sum of signed ranks is as far from 0 as that of theirs.
double slow_exact_p(const std::vector<double>& differences) {
  const std::vector<std::int64_t> ranks = slow_doubled_ranks(differences);
  std::int64_t observed = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    observed += differences[i] > 0 ? ranks[i] : -ranks[i];
  }
  std::uint64_t as_far = 0;
  const std::uint64_t ways = std::uint64_t{1} << ranks.size();
  for (std::uint64_t signs = 0; signs < ways; ++signs) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      sum += (signs >> i & 1) != 0 ? ranks[i] : -ranks[i];
    }
    as_far += std::abs(sum) >= std::abs(observed) ? 1 : 0;
  }
  return static_cast<double>(as_far) / static_cast<double>(ways);
}

/// The same for many differences, none 0: the distribution of the sum of doubled signed ranks, one rank after the
/// other.
double p_by_convolution(const std::vector<double>& differences) {
  const std::vector<std::int64_t> ranks = slow_doubled_ranks(differences);
  std::map<std::int64_t, double> probability{{0, 1.0}};
  std::int64_t observed = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    observed += differences[i] > 0 ? ranks[i] : -ranks[i];
    std::map<std::int64_t, double> next;
    for (const auto& [sum, part] : probability) {
      next[sum + ranks[i]] += part / 2;
      next[sum - ranks[i]] += part / 2;
    }
    probability = next;
  }
  double p = 0;
  for (const auto& [sum, part] : probability) {
    p += std::abs(sum) >= std::abs(observed) ? part : 0;
  }
  return p;
}

/// Small whole numbers, many of them equal or 0, and others.
double any_difference() {
  const double whole = test::any_number(-4, 5);
  return test::any_number(0, 3) > 0 ? whole : whole * test::any_duration();
}

TEST(Wilcoxon, OfTenPairsWithASumOfEightIsAsTablesHaveIt) {
  const Wilcoxon test = wilcoxon(with_negative_ranks(10, 8));
  EXPECT_EQ(test.pairs, 10);
  EXPECT_EQ(test.below, 8);
  EXPECT_EQ(test.above, 47);
  EXPECT_EQ(test.statistic(), 8);
  EXPECT_EQ(test.p, 0.048828125);
  EXPECT_TRUE(test.exact);
  EXPECT_FALSE(test.approximate);
  EXPECT_DOUBLE_EQ(test.effect, (47.0 - 8) / 55);
}

// Heights of crossed less self-fertilised maize, in eighths of an inch (Darwin, 1876), as R and SciPy test them.
TEST(Wilcoxon, OfDarwinsMaizeIsAsPublished) {
  const Wilcoxon test = wilcoxon(std::vector<double>{6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75});
  EXPECT_EQ(test.statistic(), 24);
  EXPECT_EQ(test.p, 0.041259765625);
}

// Two-sided, 5 %: the largest statistic that is significant, for 6 … 25 pairs (Wilcoxon and Wilcox, 1964).
TEST(Wilcoxon, CriticalValuesAreThoseOfTables) {
  int count = 6;
  for (const int critical : {0, 2, 3, 5, 8, 10, 13, 17, 21, 25, 29, 34, 40, 46, 52, 58, 65, 73, 81, 89}) {
    EXPECT_LE(wilcoxon(with_negative_ranks(count, critical)).p, 0.05) << count;
    EXPECT_GT(wilcoxon(with_negative_ranks(count, critical + 1)).p, 0.05) << count;
    ++count;
  }
}

TEST(Wilcoxon, DropsPairsWithoutADifference) {
  const Wilcoxon test = wilcoxon(std::vector<double>{0, 1, -2, 3, 0});
  EXPECT_EQ(test.zeros, 2);
  EXPECT_EQ(test.pairs, 3);
  EXPECT_EQ(test.above, 4);
  EXPECT_EQ(test.below, 2);
}

TEST(Wilcoxon, OfNoPairsFindsNothing) {
  for (const std::vector<double>& differences : {std::vector<double>{}, {0, 0, -0.0}}) {
    const Wilcoxon test = wilcoxon(differences);
    EXPECT_EQ(test.pairs, 0);
    EXPECT_EQ(test.zeros, differences.size());
    EXPECT_EQ(test.p, 1);
    EXPECT_EQ(test.effect, 0);
  }
}

TEST(Wilcoxon, OfEqualDifferencesIsTheSignTest) {
  EXPECT_EQ(wilcoxon(std::vector<double>{2}).p, 1);
  EXPECT_EQ(wilcoxon(std::vector<double>(10, 2)).p, std::ldexp(1, -9));
  EXPECT_EQ(wilcoxon(std::vector<double>(10, -2)).effect, -1);
  EXPECT_EQ(wilcoxon(std::vector<double>(50, 2)).p, std::ldexp(1, -49));
}

TEST(Wilcoxon, TakesDifferencesOfAnySize) {
  const std::vector<double> differences{5e-324, -1e-310, 1, 1e300, std::numeric_limits<double>::max()};
  EXPECT_EQ(wilcoxon(differences).below, 2);
  EXPECT_EQ(wilcoxon(differences).above, 13);
}

TEST(Wilcoxon, IsWhatEnumeratingAllSignsFinds) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> differences = test::any_values(0, 11, any_difference);
    const Wilcoxon test = wilcoxon(differences);
    RC_ASSERT(test.exact);
    RC_ASSERT(test.p == slow_exact_p(differences));
  }));
}

TEST(Wilcoxon, RanksAreWhatComparingAllFinds) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> differences = test::any_values(0, 120, any_difference);
    const std::vector<std::int64_t> ranks = slow_doubled_ranks(differences);
    double above = 0, below = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      (differences[i] > 0 ? above : below) += static_cast<double>(ranks[i]) / 2;
    }
    const Wilcoxon test = wilcoxon(differences);
    RC_ASSERT(test.above == above && test.below == below);
    RC_ASSERT(test.pairs + test.zeros == differences.size());
    RC_ASSERT(test.p >= 0 && test.p <= 1);
  }));
}

TEST(Wilcoxon, OfUpToFiftyPairsIsWhatConvolutionFinds) {
  for (const int below : {100, 400, 500, 612}) {
    const std::vector<double> differences = with_negative_ranks(50, below);
    EXPECT_NEAR(wilcoxon(differences).p, p_by_convolution(differences), 1e-12) << below;
    EXPECT_TRUE(wilcoxon(differences).exact);
  }
}

// By hand: n = 60 of one size, 40 positive: W+ = 40 × 30.5; the mean 915, the variance 60 × 61 × 121 / 24 - (60³ - 60)
// / 48.
TEST(Wilcoxon, OfMorePairsIsNormalWithCorrectionsForTiesAndContinuity) {
  std::vector<double> differences(60, 1);
  std::fill_n(differences.begin(), 20, -1);
  const Wilcoxon test = wilcoxon(differences);
  EXPECT_FALSE(test.exact);
  EXPECT_EQ(test.above, 1220);
  const double z = (1220 - 915 - 0.5) / std::sqrt(60 * 61 * 121 / 24.0 - (60.0 * 60 * 60 - 60) / 48);
  EXPECT_NEAR(test.p, std::erfc(z / std::sqrt(2.0)), 1e-15);
}

TEST(Wilcoxon, TheNormalApproximationIsNearTheExactDistribution) {
  for (const int below : {300, 400, 500, 600, 700, 800, 914}) {
    const std::vector<double> differences = with_negative_ranks(60, below);
    const double exact = p_by_convolution(differences);
    const double p = wilcoxon(differences).p;
    EXPECT_NEAR(p, exact, exact > 0.01 ? 0.05 * exact : 4e-4) << below;
    EXPECT_TRUE(p > exact || exact > 0.01) << "far from the mean it errs on the safe side";
  }
  EXPECT_EQ(wilcoxon(with_negative_ranks(60, 915)).p, 1) << "at the mean";
}

TEST(Wilcoxon, OfMillionsOfPairsOnOneSideIsZeroAndNoNan) {
  const std::vector<SignedCount> counts(1000, {.above = 1'000'000'000, .below = 1});
  const Wilcoxon test = wilcoxon(counts, 0);
  EXPECT_EQ(test.p, 0);
  EXPECT_NEAR(test.effect, 1, 1e-8);
}

TEST(Wilcoxon, TurnsRoundWithTheSignsAndDependsOnOrderAlone) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> differences = test::any_values(0, 80, any_difference);
    std::vector<double> turned, scaled;
    for (const double difference : test::shuffled(differences)) {
      turned.push_back(-difference);
      scaled.push_back(8 * difference);
    }
    const Wilcoxon test = wilcoxon(differences);
    RC_ASSERT(test.above == wilcoxon(turned).below && test.below == wilcoxon(turned).above);
    RC_ASSERT(test.p == wilcoxon(turned).p && test.effect == -wilcoxon(turned).effect);
    RC_ASSERT(test.p == wilcoxon(scaled).p && test.effect == wilcoxon(scaled).effect);
  }));
}

}  // namespace
}  // namespace warpshop::stats
