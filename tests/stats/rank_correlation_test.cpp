#include "sim/stats/rank_correlation.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace warpshop::stats {
namespace {

using Values = std::vector<double>;

TEST(RankCorrelation, IsOneForTheSameOrderAndMinusOneForItsReverse) {
  const Values x{1, 2, 3, 4, 5};
  const Values steep{1, 10, 100, 1000, 10000};
  const Values reverse{5, 4, 3, 2, 1};
  EXPECT_DOUBLE_EQ(*spearman(x, steep), 1);
  EXPECT_DOUBLE_EQ(*kendall(x, steep), 1);
  EXPECT_DOUBLE_EQ(*spearman(x, reverse), -1);
  EXPECT_DOUBLE_EQ(*kendall(x, reverse), -1);
}

// Ranks differ by 1 1 1 1 0, and ρ = 1 - 6 Σd² / (n (n² - 1)). Of 10 pairs of pairs two are discordant.
TEST(RankCorrelation, WithoutTiesFollowsTheTextbookFormulas) {
  const Values x{1, 2, 3, 4, 5};
  const Values y{2, 1, 4, 3, 5};
  EXPECT_DOUBLE_EQ(*spearman(x, y), 1 - 6.0 * 4 / (5 * 24));
  EXPECT_DOUBLE_EQ(*kendall(x, y), (8.0 - 2) / 10);
}

// Ranks of x 1 2.5 2.5 4, of y 1 3 2 4: products of distances from 2.5 add up to 4.5, squares to 4.5 and 5.
// Of 6 pairs 5 are concordant, and one is tied in x.
TEST(RankCorrelation, EqualValuesShareARankAndAreNeitherConcordantNorDiscordant) {
  const Values x{10, 20, 20, 30};
  const Values y{1, 3, 2, 4};
  EXPECT_DOUBLE_EQ(*spearman(x, y), 4.5 / std::sqrt(4.5 * 5));
  EXPECT_DOUBLE_EQ(*kendall(x, y), 5 / std::sqrt(5.0 * 6));
}

// x 1 1 2 2 3, y 1 2 2 2 3. Ranks 1.5 1.5 3.5 3.5 5 and 1 3 3 3 5: products 3 + 0 + 0 + 0 + 4 = 7, squares 9 and 8.
// Pairs: 10, of which 2 are tied in x and 3 in y (one of them in both); concordant 6, discordant 0.
TEST(RankCorrelation, HandlesTiesOnBothSides) {
  const Values x{1, 1, 2, 2, 3};
  const Values y{1, 2, 2, 2, 3};
  EXPECT_DOUBLE_EQ(*spearman(x, y), 7 / std::sqrt(9.0 * 8));
  EXPECT_DOUBLE_EQ(*kendall(x, y), 6 / std::sqrt(8.0 * 7));
}

TEST(RankCorrelation, IsNothingWhereOneSideIsConstantOrThereAreFewerThanTwoPairs) {
  for (const auto correlation : {spearman, kendall}) {
    EXPECT_FALSE(correlation(Values{1, 1, 1}, Values{1, 2, 3}));
    EXPECT_FALSE(correlation(Values{1, 2, 3}, Values{4, 4, 4}));
    EXPECT_FALSE(correlation(Values{1}, Values{2}));
    EXPECT_FALSE(correlation(Values{}, Values{}));
  }
}

TEST(RankCorrelation, DependsOnOrderAloneAndNotOnWhichSideIsWhich) {
  std::mt19937_64 generator(11);
  std::uniform_int_distribution<int> value(0, 20);
  for (int trial = 0; trial < 200; ++trial) {
    Values x, y, cubed;
    for (int i = 0; i < 30; ++i) {
      x.push_back(value(generator));
      y.push_back(value(generator));
      cubed.push_back(std::pow(x.back(), 3));
    }
    for (const auto correlation : {spearman, kendall}) {
      ASSERT_DOUBLE_EQ(*correlation(x, y), *correlation(cubed, y)) << "seed 11, trial " << trial;
      ASSERT_DOUBLE_EQ(*correlation(x, y), *correlation(y, x)) << "seed 11, trial " << trial;
      ASSERT_LE(std::abs(*correlation(x, y)), 1);
    }
  }
}

}  // namespace
}  // namespace warpshop::stats
