#include "sim/stats/exact_sum.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/support/any_values.hpp"

namespace warpshop::stats {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kSmallest = std::numeric_limits<double>::denorm_min();

ExactSum exact_sum_of(const std::vector<double>& values) {
  ExactSum sum;
  for (const double value : values) {
    sum.add(value);
  }
  return sum;
}

/// Shewchuk's: doubles that do not overlap and add up to the sum so far, as Python's math.fsum has them. No overflow.
double slow_sum(const std::vector<double>& values) {
  std::vector<double> parts;
  for (double term : values) {
    std::vector<double> kept;
    for (double part : parts) {
      if (std::abs(term) < std::abs(part)) {
        std::swap(term, part);
      }
      const double high = term + part;
      const double low = part - (high - term);
      if (low != 0) {
        kept.push_back(low);
      }
      term = high;
    }
    kept.push_back(term);
    parts = kept;
  }
  double high = 0;
  while (!parts.empty()) {
    const double term = high;
    const double part = parts.back();
    parts.pop_back();
    high = term + part;
    const double low = part - (high - term);
    if (low != 0) {  // what is left decides halves
      if (!parts.empty() && std::signbit(low) == std::signbit(parts.back()) && high + 2 * low - high == 2 * low) {
        high += 2 * low;
      }
      break;
    }
  }
  return high;
}

double any_signed() {
  const double size = *rc::gen::inRange(0, 2) == 0 ? test::any_duration() : std::min(test::any_size(), 1e300);
  return test::any_number(0, 2) == 0 ? size : -size;
}

TEST(ExactSum, LosesNothingBesideTheLargest) {
  EXPECT_EQ(exact_sum_of({1e300, 1, kSmallest, -1e300}).rounded(), 1);
  EXPECT_EQ(exact_sum_of({1e300, 1, kSmallest, -1, -1e300}).rounded(), kSmallest);
  EXPECT_EQ(exact_sum_of({0.1, 0.2, 0.3}).rounded(), 0.6) << "0.6000000000000001 if it is rounded twice";
  EXPECT_EQ(exact_sum_of({}).rounded(), 0);
  EXPECT_EQ(exact_sum_of({-0.0}), ExactSum());
}

TEST(ExactSum, RoundsHalvesToTheEvenDoubleUnlessABitIsLeft) {
  EXPECT_EQ(exact_sum_of({1, 0x1p-53}).rounded(), 1);
  EXPECT_EQ(exact_sum_of({1, 0x1p-53, kSmallest}).rounded(), 1 + 0x1p-52);
  EXPECT_EQ(exact_sum_of({1, 0x1p-52, 0x1p-53}).rounded(), 1 + 0x1p-51);
}

TEST(ExactSum, IsInfiniteBeyondTheLargestDoubleWhereItsMeanIsNot) {
  const ExactSum sum = exact_sum_of({kLargest, kLargest, kLargest});
  EXPECT_EQ(sum.rounded(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(sum.mean(3), kLargest);
  EXPECT_EQ(exact_sum_of({-kLargest, -kLargest}).rounded(), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(exact_sum_of({-kLargest, -kLargest}).mean(2), -kLargest);
}

TEST(ExactSum, MeanOfTheSmallestIsRoundedOnce) {
  EXPECT_EQ(exact_sum_of({kSmallest, kSmallest}).mean(2), kSmallest);
  EXPECT_EQ(exact_sum_of({kSmallest}).mean(2), 0) << "half of it: to the even one";
  EXPECT_EQ(exact_sum_of({kSmallest, kSmallest}).mean(3), kSmallest);
  EXPECT_EQ(exact_sum_of({0x1p-1014, kSmallest}).mean(std::uint64_t{1} << 61), kSmallest) << "just above a half";
  EXPECT_EQ(exact_sum_of({1, 2, 2}).mean(3), 5.0 / 3);
}

TEST(ExactSum, IsWhatShewchuksAlgorithmFinds) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(0, 60, any_signed);
    RC_ASSERT(exact_sum_of(values).rounded() == slow_sum(values));
    RC_ASSERT(exact_sum_of(values).negative() == (slow_sum(values) < 0));
  }));
}

TEST(ExactSum, IsTheSameInAnyOrderAndGrouping) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<double> values = test::any_values(0, 60, any_signed);
    const std::vector<double> others = test::shuffled(values);
    const auto half = others.begin() + static_cast<std::ptrdiff_t>(others.size() / 2);
    ExactSum grouped = exact_sum_of({others.begin(), half});
    grouped.add(exact_sum_of({half, others.end()}));
    RC_ASSERT(grouped == exact_sum_of(values));
    RC_ASSERT(ExactSum(grouped.words()) == grouped);
  }));
}

// Whole numbers: their sum is one double, and a quotient of two doubles is rounded once, denormal or not.
TEST(ExactSum, MeanIsTheSumDividedOnce) {
  EXPECT_TRUE(rc::check([] {
    const double unit = std::ldexp(1, test::any_number(-1074, 900));
    std::vector<double> values(test::any_number<std::size_t>(1, 100));
    double sum = 0;
    for (double& value : values) {
      value = unit * static_cast<double>(test::any_number<std::int64_t>(-(1LL << 40), 1LL << 40));
      sum += value;
    }
    RC_ASSERT(exact_sum_of(values).mean(values.size()) == sum / static_cast<double>(values.size()));
  }));
}

}  // namespace
}  // namespace warpshop::stats
