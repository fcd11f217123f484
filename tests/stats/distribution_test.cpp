#include "sim/stats/distribution.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/stats/quantile.hpp"
#include "tests/support/any_values.hpp"

namespace warpshop::stats {
namespace {

constexpr DistributionLimits kSmall{.exact_values = 20, .most_buckets = QuantileSketch::kFewestBuckets};

Distribution distribution_of(const std::vector<double>& values, DistributionLimits limits = kSmall) {
  Distribution distribution(limits);
  for (const double value : values) {
    distribution.add(value);
  }
  return distribution;
}

TEST(Distribution, IsExactUpToItsLimitAndApproximateBeyond) {
  std::vector<double> values(kSmall.exact_values, 0.1);
  EXPECT_FALSE(distribution_of(values).approximate());
  EXPECT_EQ(distribution_of(values).relative_error(), 0);
  values.push_back(0.2);
  EXPECT_TRUE(distribution_of(values).approximate());
  EXPECT_EQ(distribution_of(values).relative_error(), 0x1p-14);
  EXPECT_EQ(distribution_of(values).count(), 21);
  EXPECT_TRUE(distribution_of(values).exact_values().empty());
}

TEST(Distribution, WithoutValuesHasNoBox) {
  EXPECT_FALSE(distribution_of({}).box());
  EXPECT_EQ(distribution_of({}).count(), 0);
}

TEST(Distribution, KeepsAMillionValuesByItselfAndDistinguishesOneMore) {
  Distribution distribution;
  double value = 1;
  for (int i = 0; i < 1 << 20; ++i) {
    distribution.add(value);
    value = value > 1e6 ? value / 1e6 : value * 1.01;
  }
  ASSERT_FALSE(distribution.approximate());
  const BoxStatistics exact = *distribution.box();
  distribution.add(exact.median);
  ASSERT_TRUE(distribution.approximate());
  const BoxStatistics close = *distribution.box();
  EXPECT_EQ(distribution.relative_error(), 0x1p-14);
  EXPECT_EQ(close.count, exact.count + 1);
  EXPECT_EQ(close.min, exact.min);
  EXPECT_EQ(close.max, exact.max);
  EXPECT_NEAR(close.mean, exact.mean, 1e-4 * exact.mean);
  EXPECT_NEAR(close.median, exact.median, 1e-4 * exact.median);
  EXPECT_NEAR(close.high_quartile, exact.high_quartile, 1e-4 * exact.high_quartile);
  EXPECT_NEAR(close.high_whisker, exact.high_whisker, 1e-3 * exact.high_whisker);
}

TEST(Distribution, DoesNotDependOnTheOrderOfTheValues) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(0, 45, test::any_duration);  // below and above the limit
    auto box = distribution_of(values).box();
    auto other = distribution_of(test::shuffled(values)).box();
    RC_ASSERT(box.has_value() == other.has_value());
    if (box) {
      RC_ASSERT(std::abs(box->mean - other->mean) <= 1e-15 * box->mean);
      box->mean = other->mean;
      RC_ASSERT(*box == *other);
    }
  }));
}

TEST(Distribution, WhileExactAnswersAsTheValuesDo) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(1, kSmall.exact_values, test::any_duration);
    RC_ASSERT(distribution_of(values).box() == box_statistics(values));
    RC_ASSERT(distribution_of(values).quantile(0.9) == quantile(values, 0.9));
  }));
}

TEST(Distribution, BeyondKeepsWhatItPromises) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(21, 80, test::any_duration);
    const Distribution distribution = distribution_of(values);
    const BoxStatistics close = *distribution.box();
    const BoxStatistics exact = *box_statistics(values);
    RC_ASSERT(close.count == exact.count && close.min == exact.min && close.max == exact.max);
    RC_ASSERT(std::abs(close.mean - exact.mean) <= 1e-15 * exact.mean);
    for (const auto& [found, expected] :
         {std::pair{close.low_quartile, exact.low_quartile}, std::pair{close.median, exact.median},
          std::pair{close.high_quartile, exact.high_quartile},
          std::pair{distribution.quantile(0.99), quantile(values, 0.99)}}) {
      RC_ASSERT(std::abs(found - expected) <= distribution.relative_error() * expected * (1 + 1e-12));
    }
  }));
}

TEST(Distribution, HoldsMinusZeroAsZero) {
  EXPECT_FALSE(std::signbit(distribution_of({-0.0}).exact_values().front()));
}

}  // namespace
}  // namespace warpshop::stats
