#include "sim/study/interference/pair_features.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "sim/stats/mean.hpp"

namespace warpshop::study {

double similarity(std::span<const double> x, std::span<const double> y, Lags lags) {
  const auto sum = [](std::span<const double> samples) { return std::accumulate(samples.begin(), samples.end(), 0.0); };
  const std::size_t shorter = std::min(x.size(), y.size());
  switch (lags) {
    case Lags::all:
      return sum(x) * sum(y) / static_cast<double>(shorter);
    case Lags::none:
      return stats::mean(x) * stats::mean(y);
    case Lags::zero:
      break;
  }
  const std::span<const double> begins = x.first(shorter);
  return std::inner_product(begins.begin(), begins.end(), y.begin(), 0.0) / static_cast<double>(shorter);
}

std::vector<double> pair_features(const MetricSeries& first, const MetricSeries& second, Lags lags) {
  std::vector<double> features(first.metrics.size());
  for (std::size_t metric = 0; metric < features.size(); ++metric) {
    features[metric] = similarity(first.samples[metric], second.samples[metric], lags);
  }
  return features;
}

}  // namespace warpshop::study
