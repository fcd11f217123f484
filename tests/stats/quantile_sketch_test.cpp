#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/stats/distribution.hpp"
#include "sim/stats/quantile.hpp"
#include "tests/support/any_values.hpp"

namespace warpshop::stats {
namespace {

constexpr std::size_t kFew = QuantileSketch::kFewestBuckets;

QuantileSketch sketch_of(const std::vector<double>& values, std::size_t most_buckets = kFew) {
  QuantileSketch sketch(most_buckets);
  for (const double value : values) {
    sketch.add(value);
  }
  return sketch;
}

/// How many different leading bits the values have at that level.
std::size_t buckets_needed(const std::vector<double>& values, std::uint32_t level) {
  std::set<std::uint64_t> buckets;
  for (const double value : values) {
    if (value > 0) {
      buckets.insert(std::bit_cast<std::uint64_t>(value) >> (39 + level));
    }
  }
  return buckets.size();
}

/// Values, evenly spread over the powers of 2 from `first` to `end`.
std::vector<double> spread(int count, int first, int end) {
  std::vector<double> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = std::exp2(first + (end - first) * (static_cast<double>(i) + 0.5) / count);
  }
  return values;
}

TEST(QuantileSketch, KeepsCountSumEndsAndZerosExact) {
  const QuantileSketch sketch = sketch_of({0.3, 0, 0.1, 0.2, 0, 100});
  EXPECT_EQ(sketch.count(), 6);
  EXPECT_DOUBLE_EQ(sketch.mean(), 100.6 / 6);
  EXPECT_EQ(sketch.values().front(), (RepeatedValue{0, 2}));
  EXPECT_EQ(sketch.values().back(), (RepeatedValue{100, 1}));
}

TEST(QuantileSketch, OfNoneOneAndEqualValuesIsExact) {
  EXPECT_TRUE(sketch_of({}).values().empty());
  for (const double value : {0.0, 5e-324, 0.7, 1e300, std::numeric_limits<double>::max()}) {
    for (const std::size_t count : {1U, 2U, 3U, 10U}) {
      const std::vector<RepeatedValue> expected{{value, count}};
      EXPECT_EQ(sketch_of(std::vector<double>(count, value)).values(), expected) << value;
    }
  }
}

TEST(QuantileSketch, HoldsMinusZeroAsZero) {
  EXPECT_EQ(sketch_of({-0.0}).values(), sketch_of({0}).values());
  EXPECT_FALSE(std::signbit(sketch_of({-0.0}).values().front().value));
  EXPECT_FALSE(std::signbit(sketch_of({-0.0}).mean()));
}

TEST(QuantileSketch, AlwaysFindsRoomForAllDoubles) {
  const std::vector<double> values = spread(30'000, -1022, 1024);
  const QuantileSketch sketch = sketch_of(values);
  EXPECT_EQ(sketch.level(), 12);
  EXPECT_LE(sketch.buckets().size(), kFew);
  EXPECT_EQ(sketch.relative_error(), 0.25);
  EXPECT_EQ(sketch_of(values, QuantileSketch::kBuckets).level(), 0) << "few values are precise wherever they are";
}

TEST(QuantileSketch, TakesTheLowestLevelAtWhichThereIsRoom) {
  for (const int octaves : {1, 2, 4, 7}) {
    const std::vector<double> values = spread(40'000, -3, octaves - 3);
    const std::uint32_t level = sketch_of(values).level();
    EXPECT_LE(buckets_needed(values, level), kFew) << octaves;
    EXPECT_TRUE(level == 0 || buckets_needed(values, level - 1) > kFew) << octaves;
    EXPECT_EQ(sketch_of(values).buckets().size(), buckets_needed(values, level));
  }
}

TEST(QuantileSketch, BucketsDoNotDependOnTheOrderOfTheValues) {
  EXPECT_TRUE(rc::check([] {
    std::vector<double> values = spread(6'000, -2, test::any_number(-1, 20));
    const std::vector<double> wide = spread(test::any_number(0, 6'000), -1000, test::any_number(-900, 1024));
    values.insert(values.end(), wide.begin(), wide.end());
    const QuantileSketch sketch = sketch_of(values);
    const QuantileSketch other = sketch_of(test::shuffled(values));
    RC_ASSERT(sketch.level() > 0);
    RC_ASSERT(sketch.level() == other.level() && sketch.values() == other.values());
  }));
}

TEST(QuantileSketch, QuantilesAreWithinItsRelativeErrorOfTheExactOnes) {
  for (const int octaves : {1, 20, 300}) {
    const std::vector<double> values = spread(9'973, -octaves, octaves);
    const QuantileSketch sketch = sketch_of(values);
    for (int i = 0; i <= 200; ++i) {
      const double exact = quantile(values, i / 200.0);
      EXPECT_NEAR(quantile(sketch.values(), i / 200.0), exact, sketch.relative_error() * exact * (1 + 1e-12));
    }
  }
}

TEST(QuantileSketch, QuantilesAreWithin62MillionthsOfThoseOfAnyFewValues) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(1, 60, test::any_duration);
    const QuantileSketch sketch = sketch_of(values);
    const double exact = quantile(values, 0.3);
    RC_ASSERT(std::abs(quantile(sketch.values(), 0.3) - exact) <= 6.2e-5 * exact);
    RC_ASSERT(sketch.count() == values.size());
  }));
}

TEST(QuantileSketch, DenormalsAreWithinAnAbsoluteError) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values =
        test::any_values(1, 60, [] { return std::bit_cast<double>(test::any_number<std::uint64_t>(0, 1ULL << 52)); });
    const double error = std::abs(quantile(sketch_of(values).values(), 0.4) - quantile(values, 0.4));
    RC_ASSERT(error <= 0x1p-1036 + 0x1p-1073);  // and two roundings
  }));
}

}  // namespace
}  // namespace warpshop::stats
