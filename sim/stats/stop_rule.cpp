#include "sim/stats/stop_rule.hpp"

#include <numeric>

#include "sim/stats/median.hpp"

namespace warpshop::stats {

bool StopRule::done(std::span<const double> samples) const {
  if (samples.empty()) {
    return false;
  }
  if (samples.size() >= max_samples) {
    return true;
  }
  if (max_total > 0 && std::accumulate(samples.begin(), samples.end(), 0.0) >= max_total) {
    return true;
  }
  if (samples.size() < min_samples) {
    return false;
  }
  const Interval interval = median_interval(samples);
  return (interval.high - interval.low) / 2 <= max_relative_error * median(samples);
}

}  // namespace warpshop::stats
