#include "sim/stats/quantile_interval.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "sim/stats/batch_means.hpp"
#include "sim/stats/draws.hpp"
#include "tests/support/queueing.hpp"

namespace warpshop::stats {
namespace {

using Parts = std::vector<LatencyHistogram>;

/// Times in system of M/M/1 with services of mean 1, in order, by Lindley's recursion: the first tenth does not count.
std::vector<double> mm1_times(double load, std::size_t requests, std::uint64_t seed) {
  Draws draws(seed * 7919 + requests);
  const auto exponential = [&](double mean) { return -mean * std::log1p(-draws.unit()); };
  std::vector<double> times;
  times.reserve(requests);
  double waits = 0;
  for (std::size_t i = 0; i < requests + requests / 9; ++i) {
    const double time = waits + exponential(1);
    if (i >= requests / 9) {
      times.push_back(time);
    }
    waits = std::max(0.0, time - exponential(1 / load));
  }
  return times;
}

Parts in_parts(const std::vector<double>& times) {
  Parts parts(kBatches);
  for (std::size_t i = 0; i < times.size(); ++i) {
    parts[std::min(i * kBatches / times.size(), kBatches - 1)].add(times[i]);
  }
  return parts;
}

TEST(QuantileInterval, IsWhatItsFormulaSays) {
  // Eight parts of 1000, of which 10, 20, 10, 20, … are long: s of parts, and of pairs and fours, which do not differ.
  Parts parts(8);
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (int i = 0; i < 1000; ++i) {
      parts[part].add(i < (part % 2 == 0 ? 10 : 20) ? 64 : 1);
    }
  }
  const QuantileEstimate estimate = quantile_estimate(parts, 0.98);
  EXPECT_NEAR(estimate.value, 1, LatencyHistogram::kError);
  EXPECT_NEAR(estimate.low, 1, LatencyHistogram::kError);
  // s = √(8 · 5² · 8 / 7) / 8000 = 0.00189, t of three degrees of freedom 3.1824: 0.98 + 0.0060 is beyond 0.985.
  ASSERT_TRUE(estimate.high);
  EXPECT_EQ(*estimate.high, 64);
  // Half of 1's are not beyond the median's step, so that 0.015 are: 8000 s² / (0.015 · 0.985).
  EXPECT_NEAR(estimate.dependence, std::max(1.0, 8000 * (200.0 * 8 / 7) / 8000 / 8000 / (0.015 * 0.985)), 1e-9);
}

TEST(QuantileInterval, SeesDependenceThatBatchesAreTooShortFor) {
  Parts parts(16);
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (int i = 0; i < 1000; ++i) {
      parts[part].add(part / 4 % 2 == 0 ? 1 : 3);
    }
  }
  // Of fours one has all beyond the median, the next none: s² = 4 · 0.25 / 3 / 4.
  EXPECT_NEAR(quantile_estimate(parts, 0.9).dependence, 16'000 * (1.0 / 12) / 0.25, 1e-6);
}

TEST(QuantileInterval, OfOneValueIsThatValue) {
  const Parts parts = in_parts(std::vector<double>(10'000, 5));
  const QuantileEstimate estimate = quantile_estimate(parts, 0.99);
  EXPECT_EQ(estimate.value, 5);
  EXPECT_EQ(estimate.low, 5);
  EXPECT_EQ(*estimate.high, 5);
  EXPECT_TRUE(estimate.believed());
}

TEST(QuantileInterval, TakesAsManyRequestsAsHaveSeventyBeyondIt) {
  EXPECT_FALSE(quantile_estimate(in_parts(std::vector<double>(6'999, 5)), 0.99).believed());
  EXPECT_TRUE(quantile_estimate(in_parts(std::vector<double>(7'000, 5)), 0.99).believed());
}

/// Of so many runs: those whose interval is believed, and those of them that do not hold the truth.
struct Coverage {
  int believed = 0;
  int wrong = 0;
};

Coverage coverage(double load, std::size_t requests, int runs) {
  const double truth = test::mm1_quantile(load, 0.99);
  Coverage coverage;
  for (int run = 0; run < runs; ++run) {
    const QuantileEstimate estimate =
        quantile_estimate(in_parts(mm1_times(load, requests, static_cast<std::uint64_t>(run + 1))), 0.99);
    if (estimate.believed()) {
      ++coverage.believed;
      coverage.wrong += estimate.low <= truth && truth <= *estimate.high ? 0 : 1;
    }
  }
  return coverage;
}

TEST(QuantileInterval, OnABusyServerFewRequestsAreNotBelieved) {
  EXPECT_LE(coverage(0.9, 7'000, 60).believed, 2);
  EXPECT_LE(coverage(0.9, 30'000, 60).believed, 3);
  EXPECT_LE(coverage(0.8, 7'000, 60).believed, 3);
}

TEST(QuantileInterval, WhatIsBelievedHoldsTheTruth) {
  struct Case {
    double load;
    std::size_t requests;
    int believed;  // at least
  };
  for (const Case& each : {Case{0.5, 30'000, 58}, Case{0.8, 200'000, 55}, Case{0.9, 600'000, 8}}) {
    const int runs = each.load < 0.9 ? 60 : 10;
    const Coverage found = coverage(each.load, each.requests, runs);
    EXPECT_GE(found.believed, each.believed) << each.load;
    // 5 % of 60 with a standard deviation of 1.7: three of these.
    EXPECT_LE(found.wrong, each.load < 0.9 ? 8 : 3) << each.load;
  }
}

}  // namespace
}  // namespace warpshop::stats
