#include "sim/stats/binomial_tail.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace warpshop::stats {

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
  double term = std::exp(std::lgamma(trials + 1) - std::lgamma(first + 1) - std::lgamma(trials - first + 1) +
                         first * std::log(p) + (trials - first) * std::log1p(-p));
  double sum = 0;
  for (double i = first; i <= trials && term > 1e-18 * sum; ++i) {  // terms fall beyond the mean
    sum += term;
    term *= (trials - i) / (i + 1) * p / (1 - p);
  }
  return std::min(1.0, sum);
}

}  // namespace warpshop::stats
