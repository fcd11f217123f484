#include "sim/stats/median.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace warpshop::stats {
namespace {

constexpr double kTail = 0.025;
constexpr double kDeviations = 5;
constexpr double kDeviationPerMad = 1.4826;  // of a normal distribution

std::vector<double> sorted(std::span<const double> values) {
  assert(!values.empty());
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

double middle(const std::vector<double>& sorted) {
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/// The largest k with P(Binomial(n, 1/2) < k) ≤ kTail.
std::size_t rank(std::size_t n) {
  const auto count = static_cast<double>(n);
  double log_term = -count * std::log(2.0);  // of P(X = k), in logarithms: 2^-n underflows
  double below = 0;
  std::size_t k = 0;
  while (below + std::exp(log_term) <= kTail) {
    below += std::exp(log_term);
    log_term += std::log((count - static_cast<double>(k)) / (static_cast<double>(k) + 1));
    ++k;
  }
  return k;
}

}  // namespace

double median(std::span<const double> values) {
  return middle(sorted(values));
}

ConfidenceInterval median_interval(std::span<const double> values) {
  const std::vector<double> ordered = sorted(values);
  const std::size_t k = std::max<std::size_t>(rank(ordered.size()), 1);
  return {.low = ordered[k - 1], .high = ordered[ordered.size() - k]};
}

std::vector<std::size_t> outliers(std::span<const double> values) {
  const double center = median(values);
  std::vector<double> distances;
  distances.reserve(values.size());
  for (const double value : values) {
    distances.push_back(std::abs(value - center));
  }
  const double limit = kDeviations * kDeviationPerMad * median(distances);
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (distances[i] > limit) {
      positions.push_back(i);
    }
  }
  return positions;
}

}  // namespace warpshop::stats
