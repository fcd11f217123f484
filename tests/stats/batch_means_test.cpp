#include "sim/stats/batch_means.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "sim/stats/draws.hpp"
#include "sim/stats/quantile.hpp"

namespace warpshop::stats {
namespace {

TEST(BatchMeans, IsStudentsTTimesTheErrorOfTheMean) {
  EXPECT_NEAR(*batch_half_width(std::vector{1.0, 3.0}, 2), 12.7062, 1e-4);
  EXPECT_NEAR(*batch_half_width(std::vector{1.0, 2.0, 3.0, 4.0, 5.0}, 3), 2.7764 * std::sqrt(2.5 / 5), 1e-4);
  EXPECT_NEAR(*batch_half_width(std::vector{1.0, 3.0}, 2, 0.9), 6.3138, 1e-4);
}

TEST(BatchMeans, OfEqualBatchesIsNothingWide) {
  EXPECT_EQ(batch_half_width(std::vector(20, 7.0), 7), 0);
}

TEST(BatchMeans, IsWiderWhereTheWholeIsNotTheMeanOfItsBatches) {
  const std::vector estimates{1.0, 3.0};
  EXPECT_NEAR(*batch_half_width(estimates, 3), *batch_half_width(estimates, 2) * std::sqrt(2), 1e-9);
}

TEST(BatchMeans, OfFewerThanTwoIsUnknown) {
  EXPECT_FALSE(batch_half_width({}, 1));
  EXPECT_FALSE(batch_half_width(std::vector{1.0}, 1));
}

TEST(BatchMeans, AsManyRequestsAsHaveSoManyBeyondTheQuantile) {
  EXPECT_EQ(fewest_requests(0.99), 7000);
  EXPECT_EQ(fewest_requests(0.95), 1400);
  EXPECT_EQ(fewest_requests(0.999), 70'000);
  EXPECT_EQ(fewest_requests(0), 70);
  EXPECT_EQ(requests_for(0.99), 30'000);
  EXPECT_EQ(requests_for(0.5), 600);
  EXPECT_EQ(requests_for(0.9999), 3'000'000);
  EXPECT_EQ(requests_for(0.3), 429) << "rounded up";
}

/// How many of 1000 intervals of p99, each of so many exponential values, hold the truth.
int intervals_that_hold(std::uint64_t requests, std::uint64_t seed) {
  Draws draws(seed);
  int held = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    std::vector<double> values(requests);
    for (double& value : values) {
      value = -std::log1p(-draws.unit());
    }
    std::vector<double> estimates;
    const std::size_t batch = values.size() / kBatches;
    for (std::size_t i = 0; i < kBatches; ++i) {
      estimates.push_back(quantile(std::span(values).subspan(i * batch, batch), 0.99));
    }
    const double whole = quantile(values, 0.99);
    held += std::abs(whole - std::log(100)) <= *batch_half_width(estimates, whole) ? 1 : 0;
  }
  return held;
}

TEST(BatchMeans, IntervalsHoldTheTruthInNineteenOfTwentyTrials) {
  // 1000 × 95 % with a standard deviation of 7.
  EXPECT_NEAR(intervals_that_hold(fewest_requests(0.99), 1), 950, 21);
}

}  // namespace
}  // namespace warpshop::stats
