// Against the sum of its definition, term by term, and figures known exactly.
#include "sim/stats/binomial_tail.hpp"

#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

namespace warpshop::stats {
namespace {

/// Pascal's rule: P(n, k) = (1 - p) P(n - 1, k) + p P(n - 1, k - 1).
double slow_tail(std::uint64_t n, std::uint64_t k, double p) {
  if (k == 0) {
    return 1;
  }
  return n == 0 ? 0 : (1 - p) * slow_tail(n - 1, k, p) + p * slow_tail(n - 1, k - 1, p);
}

TEST(BinomialTail, IsTheSumOfItsTerms) {
  for (const double p : {0.01, 0.05, 0.3, 0.5, 0.9}) {
    for (std::uint64_t n = 0; n <= 12; ++n) {
      for (std::uint64_t k = 0; k <= n + 1; ++k) {
        EXPECT_NEAR(binomial_tail(n, k, p), slow_tail(n, k, p), 1e-12) << n << ' ' << k << ' ' << p;
      }
    }
  }
}

TEST(BinomialTail, OfManyTrialsIsKnown) {
  EXPECT_NEAR(binomial_tail(100, 1, 0.01), 1 - std::pow(0.99, 100), 1e-12);
  EXPECT_NEAR(binomial_tail(10'000'001, 5'000'001, 0.5), 0.5, 1e-7);
  EXPECT_EQ(binomial_tail(1'000'000, 500'000, 0.01), 0);
  EXPECT_NEAR(binomial_tail(1'000'000, 1, 0.01), 1, 1e-12);
}

}  // namespace
}  // namespace warpshop::stats
