#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace warpshop::stats {

/// Whether paired values differ: Wilcoxon's signed-rank test (Individual Comparisons by Ranking Methods, 1945). Pairs
/// without a difference are dropped, as Wilcoxon did; the others get ranks by the size of their difference, counted
/// from 1, equal ones sharing the mean of theirs.
struct Wilcoxon {
  std::uint64_t pairs = 0;   ///< with a difference: what is tested
  std::uint64_t zeros = 0;   ///< dropped
  double above = 0;          ///< W+: sum of the ranks of positive differences
  double below = 0;          ///< W-: of negative ones
  double p = 1;              ///< two-sided; 1 without pairs, 0 where it is too small for a double
  bool exact = true;         ///< p is exact given W+ and W-; else it is by the normal approximation
  double effect = 0;         ///< matched-pairs rank-biserial correlation (W+ - W-) / (W+ + W-), -1 … 1 (Kerby, 2014)
  bool approximate = false;  ///< ranks are of rounded differences: those that became equal share one
  double statistic_error = 0;  ///< W+ and W- are within that of those of differences that are not rounded

  double statistic() const { return above < below ? above : below; }
};

/// Up to so many pairs, ties among them or none, p is exact: the part of the 2^n ways to sign the ranks whose W+ is at
/// least as far from its mean. Beyond, normal with the variance n (n + 1) (2 n + 1) / 24 - Σ (t³ - t) / 48 over groups
/// of t equal ranks, and a correction for continuity of 1/2.
inline constexpr std::uint64_t kMostForExactWilcoxon = 50;

/// Of finite differences. O(n log n).
Wilcoxon wilcoxon(std::span<const double> differences);

/// How many differences of one size, zero not among them, have which sign.
struct SignedCount {
  std::uint64_t above = 0;
  std::uint64_t below = 0;
};

/// Of counts by increasing size. W+ and W- are rounded, by 1e-16 of themselves a size, from about 1e8 pairs on.
Wilcoxon wilcoxon(std::span<const SignedCount> by_size, std::uint64_t zeros);

}  // namespace warpshop::stats
