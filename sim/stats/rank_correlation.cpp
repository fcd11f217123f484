#include "sim/stats/rank_correlation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace warpshop::stats {
namespace {

/// Twice the rank of each value, counted from 1: a whole number even where values share the mean of their ranks.
std::vector<double> doubled_ranks(std::span<const double> values) {
  std::vector<std::size_t> positions(values.size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  std::sort(positions.begin(), positions.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < positions.size();) {
    std::size_t end = first;
    while (end < positions.size() && values[positions[end]] == values[positions[first]]) {
      ++end;
    }
    for (std::size_t i = first; i < end; ++i) {
      ranks[positions[i]] = static_cast<double>(first + 1 + end);
    }
    first = end;
  }
  return ranks;
}

/// -1, 0 or 1.
std::int64_t sign(double value) {
  return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0);
}

/// Of a correlation with those sums of products; nothing if one side is constant.
std::optional<double> normalised(double product, double square_x, double square_y) {
  if (square_x <= 0 || square_y <= 0) {
    return std::nullopt;
  }
  return std::clamp(product / (std::sqrt(square_x) * std::sqrt(square_y)), -1.0, 1.0);
}

}  // namespace

std::optional<double> spearman(std::span<const double> x, std::span<const double> y) {
  assert(x.size() == y.size());
  const std::vector<double> ranks_x = doubled_ranks(x);
  const std::vector<double> ranks_y = doubled_ranks(y);
  const double mean = static_cast<double>(x.size()) + 1;  // of doubled ranks
  double product = 0, square_x = 0, square_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    product += (ranks_x[i] - mean) * (ranks_y[i] - mean);
    square_x += (ranks_x[i] - mean) * (ranks_x[i] - mean);
    square_y += (ranks_y[i] - mean) * (ranks_y[i] - mean);
  }
  return normalised(product, square_x, square_y);
}

std::optional<double> kendall(std::span<const double> x, std::span<const double> y) {
  assert(x.size() == y.size());
  std::int64_t agreement = 0, different_x = 0, different_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::int64_t by_x = sign(x[i] - x[j]);
      const std::int64_t by_y = sign(y[i] - y[j]);
      agreement += by_x * by_y;
      different_x += by_x * by_x;
      different_y += by_y * by_y;
    }
  }
  return normalised(static_cast<double>(agreement), static_cast<double>(different_x), static_cast<double>(different_y));
}

}  // namespace warpshop::stats
