#include "sim/stats/binomial_tail.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace warpshop::stats {
namespace {

// Logarithm of n!. Unlike std::lgamma, POSIX's lgamma_r writes to no global, so threads may call it at once.
double log_factorial(double n) {
  int sign = 1;
  return ::lgamma_r(n + 1, &sign);
}

}  // namespace

double binomial_tail(std::uint64_t n, std::uint64_t k, double p) {
  assert(p > 0 && p < 1);
  if (k == 0 || k > n) {
    return k == 0 ? 1 : 0;
  }
  const auto trials = static_cast<double>(n);
  const auto first = static_cast<double>(k);
  if (first <= trials * p) {  // most of it is there: the rest is shorter, and no difference of numbers alike
    return 1 - binomial_tail(n, n - k + 1, 1 - p);
  }
  double term = std::exp(log_factorial(trials) - log_factorial(first) - log_factorial(trials - first) +
                         first * std::log(p) + (trials - first) * std::log1p(-p));
  double sum = 0;
  for (double i = first; i <= trials && term > 1e-18 * sum; ++i) {  // terms fall beyond the mean
    sum += term;
    term *= (trials - i) / (i + 1) * p / (1 - p);
  }
  return std::min(1.0, sum);
}

}  // namespace warpshop::stats
