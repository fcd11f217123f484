#include "sim/stats/wilcoxon.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace warpshop::stats {
namespace {

/// Twice the rank that `tied` differences share if so many are smaller: a whole number.
std::uint64_t doubled_rank(std::uint64_t smaller, std::uint64_t tied) {
  return 2 * smaller + tied + 1;
}

/// In how many of the 2^n ways to sign the ranks those of the positive add up to no more than `most`; all doubled.
/// n < 64.
std::uint64_t ways_up_to(std::uint64_t most, std::span<const SignedCount> by_size) {
  std::vector<std::uint64_t> ways(most + 1);  // by sum
  ways[0] = 1;
  std::uint64_t smaller = 0;
  for (const SignedCount& size : by_size) {
    const std::uint64_t tied = size.above + size.below;
    const std::uint64_t rank = doubled_rank(smaller, tied);
    for (std::uint64_t i = 0; i < tied; ++i) {
      for (std::uint64_t sum = most; sum >= rank; --sum) {
        ways[sum] += ways[sum - rank];
      }
    }
    smaller += tied;
  }
  std::uint64_t all = 0;
  for (const std::uint64_t of_sum : ways) {
    all += of_sum;
  }
  return all;
}

double exact_p(const Wilcoxon& test, std::span<const SignedCount> by_size) {
  const std::uint64_t ways = ways_up_to(static_cast<std::uint64_t>(2 * test.statistic()), by_size);
  return std::min(1.0, std::ldexp(static_cast<double>(ways), 1 - static_cast<int>(test.pairs)));
}

double normal_p(const Wilcoxon& test, std::span<const SignedCount> by_size) {
  const auto n = static_cast<double>(test.pairs);
  double variance = n * (n + 1) * (2 * n + 1) / 24;
  for (const SignedCount& size : by_size) {
    const auto tied = static_cast<double>(size.above + size.below);
    variance -= (tied * tied * tied - tied) / 48;
  }
  const double distance = std::max(0.0, std::abs(test.above - test.below) / 2 - 0.5);  // of W+ from its mean
  return std::erfc(distance / std::sqrt(2 * variance));
}

}  // namespace

Wilcoxon wilcoxon(std::span<const SignedCount> by_size, std::uint64_t zeros) {
  Wilcoxon test{.zeros = zeros};
  for (const SignedCount& size : by_size) {
    const std::uint64_t tied = size.above + size.below;
    const double rank = static_cast<double>(doubled_rank(test.pairs, tied)) / 2;
    test.above += rank * static_cast<double>(size.above);
    test.below += rank * static_cast<double>(size.below);
    test.pairs += tied;
  }
  if (test.pairs == 0) {
    return test;
  }
  test.effect = (test.above - test.below) / (test.above + test.below);
  test.exact = test.pairs <= kMostForExactWilcoxon;
  test.p = test.exact ? exact_p(test, by_size) : normal_p(test, by_size);
  return test;
}

Wilcoxon wilcoxon(std::span<const double> differences) {
  std::vector<double> ordered;
  for (const double difference : differences) {
    assert(std::isfinite(difference));
    if (difference != 0) {
      ordered.push_back(difference);
    }
  }
  std::sort(ordered.begin(), ordered.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  std::vector<SignedCount> by_size;
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    if (i == 0 || std::abs(ordered[i]) != std::abs(ordered[i - 1])) {
      by_size.push_back({});
    }
    ++(ordered[i] > 0 ? by_size.back().above : by_size.back().below);
  }
  return wilcoxon(by_size, differences.size() - ordered.size());
}

}  // namespace warpshop::stats
