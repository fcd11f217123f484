#pragma once

#include <cstdint>

namespace warpshop::stats {

/// The probability that of n independent trials, each of which succeeds with probability p, at least k do:
/// Σ_{i ≥ k} C(n, i) p^i (1 - p)^(n - i). 0 < p < 1. k = 0: 1; k > n: 0. Within 1e-7 for n up to 1e7.
double binomial_tail(std::uint64_t n, std::uint64_t k, double p);

}  // namespace warpshop::stats
