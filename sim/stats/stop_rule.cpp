#include "sim/stats/stop_rule.hpp"

#include <algorithm>
#include <numeric>

#include "sim/stats/median.hpp"

namespace warpshop::stats {

bool StopRule::done(std::span<const double> samples) const {
  if (samples.empty() || samples.size() < std::min(min_samples, max_samples)) {
    return false;
  }
  if (samples.size() >= max_samples) {
    return true;
  }
  if (max_total > 0 && std::accumulate(samples.begin(), samples.end(), 0.0) >= max_total) {
    return true;
  }
  const ConfidenceInterval interval = median_interval(samples);
  return (interval.high - interval.low) / 2 <= max_relative_error * median(samples);
}

}  // namespace warpshop::stats
