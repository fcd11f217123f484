#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/stats/distribution.hpp"
#include "tests/support/any_values.hpp"

namespace warpshop::stats {
namespace {

constexpr DistributionLimits kShort{.exact_values = 20, .most_buckets = QuantileSketch::kFewestBuckets};

SignedDifferences differences_of(const std::vector<double>& values) {
  SignedDifferences differences(kShort);
  for (const double value : values) {
    differences.add(value);
  }
  return differences;
}

/// Some equal, some 0, some so close that they share a bucket.
double any_close() {
  const double size = test::any_number(0, 8) + test::any_number(0, 8) * 1e-5;
  return test::any_number(0, 2) == 0 ? size : -size;
}

double any_signed_size() {
  return test::any_number(0, 2) == 0 ? test::any_size() : -test::any_size();
}

void expect_same(const Wilcoxon& test, const Wilcoxon& other) {
  RC_ASSERT(test.pairs == other.pairs && test.zeros == other.zeros);
  RC_ASSERT(test.above == other.above && test.below == other.below && test.effect == other.effect);
  RC_ASSERT(test.p == other.p && test.exact == other.exact);
}

TEST(SignedDifferences, OfNoneFindsNothing) {
  EXPECT_EQ(differences_of({}).test().p, 1);
  EXPECT_EQ(differences_of({0, -0.0}).test().zeros, 2);
  EXPECT_EQ(differences_of({0, -0.0}).test().pairs, 0);
}

TEST(SignedDifferences, WhileFewAreTestedAsTheyAre) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(0, kShort.exact_values, any_close);
    const Wilcoxon test = differences_of(values).test();
    expect_same(test, wilcoxon(values));
    RC_ASSERT(!test.approximate && test.statistic_error == 0);
  }));
}

TEST(SignedDifferences, OfManyIsWithinItsErrorOfTheTestOfAll) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(60, 300, any_close);
    const Wilcoxon close = differences_of(values).test();
    const Wilcoxon exact = wilcoxon(values);
    RC_ASSERT(close.pairs == exact.pairs && close.zeros == exact.zeros);
    RC_ASSERT(close.approximate);
    RC_ASSERT(std::abs(close.above - exact.above) <= close.statistic_error);
    RC_ASSERT(std::abs(close.below - exact.below) <= close.statistic_error);
    RC_ASSERT(close.above + close.below == exact.above + exact.below);
  }));
}

// 4 is one bucket, 6 another: only the differences of 4 share a rank with one of the other sign.
TEST(SignedDifferences, ErrorCountsPairsOfDifferentSignInABucket) {
  std::vector<double> values(30, 4);
  values.insert(values.end(), 7, -4.00001);
  values.insert(values.end(), 9, 6);
  const Wilcoxon test = differences_of(values).test();
  EXPECT_EQ(test.statistic_error, 30 * 7 / 2.0);
  EXPECT_EQ(test.below, 7 * 19);
  EXPECT_EQ(wilcoxon(values).below, 7 * 34);
}

TEST(SignedDifferences, OneSignMayBeExactAndTheOtherCoarse) {
  std::vector<double> values{-1, -3};
  for (int i = 0; i < 20'000; ++i) {
    values.push_back(std::exp2(i / 1000.0));
  }
  const Wilcoxon test = differences_of(values).test();
  EXPECT_TRUE(test.approximate);
  EXPECT_GT(test.statistic_error, 0);
  EXPECT_LE(std::abs(test.below - wilcoxon(values).below), test.statistic_error);
  for (double& value : values) {
    value = -value;
  }
  const Wilcoxon turned = differences_of(values).test();
  EXPECT_EQ(turned.above, test.below);
  EXPECT_EQ(turned.below, test.above);
}

TEST(SignedDifferences, AreTheSameInWhateverOrder) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(0, 90, any_signed_size);
    expect_same(differences_of(test::shuffled(values)).test(), differences_of(values).test());
  }));
}

}  // namespace
}  // namespace warpshop::stats
