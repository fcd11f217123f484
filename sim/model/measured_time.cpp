#include "sim/model/measured_time.hpp"

#include <cmath>

#include "sim/stats/median.hpp"

namespace warpshop {

MeasuredTime measured_time(std::span<const Millis> samples) {
  const std::vector<double> values = counts(samples);
  const stats::ConfidenceInterval interval = stats::median_interval(values);
  return {.median = Millis{stats::median(values)}, .low = Millis{interval.low}, .high = Millis{interval.high}};
}

bool interval_is_wide(std::span<const Millis> samples) {
  if (samples.size() < stats::kFewestForInterval) {
    return false;
  }
  const MeasuredTime time = measured_time(samples);
  return time.high - time.low > time.median;
}

bool clearly_less(const MeasuredTime& a, const MeasuredTime& b) {
  return a.high < b.low;
}

double relative_error(Millis predicted, Millis measured) {
  return std::abs(signed_error(predicted, measured));
}

double signed_error(Millis predicted, Millis measured) {
  return predicted == measured ? 0 : (measured - predicted) / measured;
}

std::vector<double> counts(std::span<const Millis> times) {
  std::vector<double> values;
  values.reserve(times.size());
  for (const Millis time : times) {
    values.push_back(time.count());
  }
  return values;
}

}  // namespace warpshop
