#include "sim/stats/linear_system.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace warpshop::stats {

bool solve(std::span<double> matrix, std::span<double> right) {
  const std::size_t n = right.size();
  const auto row = [&](std::size_t number) { return matrix.subspan(number * n, n); };
  for (std::size_t pivot = 0; pivot < n; ++pivot) {
    std::size_t best = pivot;
    for (std::size_t other = pivot + 1; other < n; ++other) {
      best = std::abs(row(other)[pivot]) > std::abs(row(best)[pivot]) ? other : best;
    }
    if (best != pivot) {
      std::swap_ranges(row(pivot).begin(), row(pivot).end(), row(best).begin());
      std::swap(right[pivot], right[best]);
    }
    if (row(pivot)[pivot] == 0) {
      return false;
    }
    for (std::size_t other = pivot + 1; other < n; ++other) {
      const double factor = row(other)[pivot] / row(pivot)[pivot];
      for (std::size_t column = pivot; column < n; ++column) {
        row(other)[column] -= factor * row(pivot)[column];
      }
      right[other] -= factor * right[pivot];
    }
  }
  for (std::size_t pivot = n; pivot-- > 0;) {
    for (std::size_t column = pivot + 1; column < n; ++column) {
      right[pivot] -= row(pivot)[column] * right[column];
    }
    right[pivot] /= row(pivot)[pivot];
  }
  return std::all_of(right.begin(), right.end(), [](double value) { return std::isfinite(value); });
}

}  // namespace warpshop::stats
