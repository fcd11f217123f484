#include "sim/stats/latency_histogram.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/stats/quantile.hpp"
#include "tests/support/any_values.hpp"

namespace warpshop::stats {
namespace {

constexpr double kLow = LatencyHistogram::kLow;
constexpr double kError = LatencyHistogram::kError;

LatencyHistogram histogram_of(const std::vector<double>& values) {
  LatencyHistogram histogram;
  for (const double value : values) {
    histogram.add(value);
  }
  return histogram;
}

/// From kLow to 2^40 ms.
double any_latency() {
  return std::exp2(test::any_number(-15'000'000, test::any_number(0, 4) == 0 ? 40'000'000 : 21'000'000) * 1e-6);
}
double any_latency_or_none() {
  switch (test::any_number(0, 6)) {
    case 0:
      return 0;
    case 1:
      return test::any_number(1, 1000) * 1e-3 * kLow;
    default:
      return any_latency();
  }
}

TEST(LatencyHistogram, ErrsByFourThousandthsAtMost) {
  EXPECT_LE(kError, 0.004);
}

TEST(LatencyHistogram, OfNoValuesIsEmpty) {
  EXPECT_EQ(LatencyHistogram().count(), 0);
  EXPECT_EQ(LatencyHistogram().count_beyond(0), 0);
}

TEST(LatencyHistogram, KeepsCountMeanAndEndsExact) {
  const LatencyHistogram histogram = histogram_of({0.3, 12.625, 0.1, 0.2, 1e7, 0.1});
  EXPECT_EQ(histogram.count(), 6);
  EXPECT_EQ(histogram.smallest(), 0.1);
  EXPECT_EQ(histogram.largest(), 1e7);
  EXPECT_DOUBLE_EQ(histogram.mean(), (0.3 + 12.625 + 0.1 + 0.2 + 1e7 + 0.1) / 6);
}

TEST(LatencyHistogram, OfEqualValuesIsExact) {
  for (const double value : {0.0, 5e-324, 1e-6, kLow, 0.7, 100.0, 0x1p21, 1e15}) {
    for (const std::size_t count : {1U, 2U, 3U, 10U}) {
      const LatencyHistogram histogram = histogram_of(std::vector<double>(count, value));
      for (const double probability : {0.0, 0.3, 0.99, 1.0}) {
        EXPECT_EQ(histogram.quantile(probability), value);
      }
      EXPECT_EQ(histogram.mean(), value);
      EXPECT_EQ(histogram.count_beyond(value), 0);
    }
  }
}

TEST(LatencyHistogram, HoldsMinusZeroAsZero) {
  EXPECT_EQ(histogram_of({-0.0}), histogram_of({0}));
  EXPECT_FALSE(std::signbit(histogram_of({-0.0}).quantile(0.5)));
  EXPECT_FALSE(std::signbit(histogram_of({-0.0}).mean()));
}

TEST(LatencyHistogram, QuantilesAreWithinItsErrorOfTheExactOnes) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(1, 60, any_latency);
    const LatencyHistogram histogram = histogram_of(values);
    for (const double probability : {0.0, 0.01, 0.25, 0.5, 0.9, 0.99, 1.0}) {
      const double exact = nearest_rank(repeated_values(values), probability);
      RC_ASSERT(std::abs(histogram.quantile(probability) - exact) <= kError * exact * (1 + 1e-12));
    }
    RC_ASSERT(histogram.quantile(0) == histogram.smallest() && histogram.quantile(1) == histogram.largest());
  }));
}

TEST(LatencyHistogram, QuantilesOfShortOnesAreWithinOneStep) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(
        1, 60, [] { return test::any_number(0, 2) == 0 ? 0 : test::any_number(0, 1000) * 1e-3 * kLow; });
    const double exact = nearest_rank(repeated_values(values), 0.4);
    RC_ASSERT(std::abs(histogram_of(values).quantile(0.4) - exact) <= kLow * (1 + kError));
  }));
}

TEST(LatencyHistogram, QuantilesAreWithinItsErrorOverTheWholeRange) {
  std::vector<double> values;
  for (int i = 0; i < 36 * 1000; ++i) {
    values.push_back(std::exp2(-15 + i / 1000.0));
  }
  const LatencyHistogram histogram = histogram_of(values);
  for (int i = 0; i <= 1000; ++i) {
    const double exact = nearest_rank(repeated_values(values), i / 1000.0);
    EXPECT_NEAR(histogram.quantile(i / 1000.0), exact, kError * exact * (1 + 1e-12));
  }
}

TEST(LatencyHistogram, HasThe128StepsOfEachOctave) {
  std::vector<double> values;
  for (int octave = -15; octave < 25; ++octave) {
    for (int step = 0; step < 128; ++step) {
      values.push_back(std::ldexp(1 + step / 128.0, octave));
      values.push_back(std::nextafter(std::ldexp(1 + (step + 1) / 128.0, octave), 0));
    }
  }
  const LatencyHistogram histogram = histogram_of(values);
  ASSERT_EQ(values.size(), 2 * 40 * 128);
  for (std::size_t end = 2; end <= values.size(); end += 2) {
    EXPECT_EQ(histogram.count_beyond(values[end - 2]), values.size() - end) << values[end - 2];
    EXPECT_EQ(histogram.count_beyond(values[end - 1]), values.size() - end) << values[end - 1];
  }
}

TEST(LatencyHistogram, ShortOnesAreInTheFirstStep) {
  const LatencyHistogram histogram = histogram_of({0, 1e-9, std::nextafter(kLow, 0), kLow, kLow * 1.0078, 1});
  EXPECT_EQ(histogram.count_beyond(0), 1);
  EXPECT_EQ(histogram.count_beyond(kLow * 1.007), 1);
  EXPECT_EQ(histogram.count_beyond(kLow * 1.008), 1);
  EXPECT_EQ(histogram.count_beyond(1), 0);
}

TEST(LatencyHistogram, CountsTheValuesBeyondAStep) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(1, 60, any_latency_or_none);
    const LatencyHistogram histogram = histogram_of(values);
    for (const double least : values) {
      const auto above = [&](double end) {
        return static_cast<std::uint64_t>(
            std::count_if(values.begin(), values.end(), [&](double value) { return value > end; }));
      };
      const double width = std::max(least, kLow) / 128;  // of a step at the most
      RC_ASSERT(histogram.count_beyond(least) <= above(least));
      RC_ASSERT(histogram.count_beyond(least) >= above(std::max(least, kLow) + width));
    }
  }));
}

TEST(LatencyHistogram, MergedInAnyOrderIsTheHistogramOfAllValues) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(0, 60, any_latency_or_none);
    std::vector<LatencyHistogram> parts(test::any_number<std::size_t>(1, 6));
    for (const double value : values) {
      parts[test::any_number<std::size_t>(0, parts.size())].add(value);
    }
    while (parts.size() > 1) {  // any two of them
      std::swap(parts[test::any_number<std::size_t>(0, parts.size())], parts.back());
      const LatencyHistogram part = parts.back();
      parts.pop_back();
      parts[test::any_number<std::size_t>(0, parts.size())].merge(part);
    }
    RC_ASSERT(parts.front() == histogram_of(test::shuffled(values)));
  }));
}

TEST(LatencyHistogram, MeanIsThatOfTheValues) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(1, 60, any_latency_or_none);
    long double sum = 0;
    for (const double value : values) {
      sum += value;
    }
    const auto mean = static_cast<double>(sum / static_cast<long double>(values.size()));
    RC_ASSERT(std::abs(histogram_of(values).mean() - mean) <= 1e-15 * mean + 0x1p-60);
  }));
}

TEST(LatencyHistogram, CarriesPartsOfAMillisecond) {
  LatencyHistogram histogram;
  for (int i = 0; i < 1000; ++i) {
    histogram.add(0.999999);
  }
  EXPECT_DOUBLE_EQ(histogram.mean(), 0.999999);
  histogram.add(1e15);
  EXPECT_DOUBLE_EQ(histogram.mean(), (1e15 + 999.999) / 1001);
}

TEST(LatencyHistogram, RefusesMoreThanItCanCount) {
  LatencyHistogram histogram = histogram_of({1, 2});
  for (int doubled = 1; doubled < 31; ++doubled) {
    histogram.merge(LatencyHistogram(histogram));
  }
  EXPECT_EQ(histogram.count(), std::uint64_t{1} << 31);
  EXPECT_EQ(histogram.mean(), 1.5);
  const LatencyHistogram same = histogram;
  EXPECT_THROW(histogram.merge(same), std::length_error);
  EXPECT_EQ(histogram, same) << "nothing was added";
  LatencyHistogram rest = histogram_of({1});
  while (rest.count() < std::uint64_t{1} << 30) {
    rest.merge(LatencyHistogram(rest));
  }
  histogram.merge(rest);
  EXPECT_EQ(histogram.count(), 3 * (std::uint64_t{1} << 30));
}

TEST(LatencyHistogram, RefusesTheValueThatIsOneTooMany) {
  LatencyHistogram histogram;
  LatencyHistogram power = histogram_of({1});
  for (int bit = 0; bit < 32; ++bit) {  // 1 + 2 + 4 + … = 2^32 - 1
    histogram.merge(power);
    if (bit < 31) {
      power.merge(LatencyHistogram(power));
    }
  }
  EXPECT_EQ(histogram.count(), LatencyHistogram::kMost);
  EXPECT_THROW(histogram.add(1), std::length_error);
  EXPECT_EQ(histogram.quantile(0.99), 1);
}

}  // namespace
}  // namespace warpshop::stats
