#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/metric_series.hpp"

namespace warpshop::study {

/// Over which lags S2's eq. (1) sums, which the source does not say.
enum class Lags : std::uint8_t {
  zero,  ///< ours: both start together
  all,   ///< all: the sum is Σ x · Σ y, which holds no time but how long both take
  none,  ///< ours, to see what time is worth: the product of both means
};

/// S2 eq. (1), Sim(x, y) = 1/N Σ cross_corr(x, y), N samples of the shorter: at lag zero the mean of x(t) y(t) over
/// it.
/// Requires a sample of each.
double similarity(std::span<const double> x, std::span<const double> y, Lags lags);

/// That of each metric of two kernels, which have the same metrics in the same order.
std::vector<double> pair_features(const MetricSeries& first, const MetricSeries& second, Lags lags);

}  // namespace warpshop::study
