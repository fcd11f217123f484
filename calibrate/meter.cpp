#include "calibrate/meter.hpp"

#include <algorithm>
#include <utility>

#include "sim/model/error.hpp"

namespace warpshop::calibrate {

Confidence relative_confidence(double value, const stats::ConfidenceInterval& interval, std::size_t samples) {
  Confidence confidence{.samples = static_cast<std::int64_t>(samples)};
  if (value > 0) {
    confidence.low = std::clamp(interval.low / value, 0.0, 1.0);
    confidence.high = std::max(1.0, interval.high / value);
  }
  return confidence;
}

Confidence inverse(const Confidence& time) {
  return {.low = 1 / time.high, .high = time.low > 0 ? 1 / time.low : 1, .samples = time.samples};
}

std::optional<Measured> Meter::try_measure(const std::string& name, const std::function<std::optional<Millis>()>& run) {
  Series series{.name = name};
  std::size_t failed = 0;
  try {
    for (std::size_t i = 0; i < options_.warm_up; ++i) {
      run();
    }
    while (!options_.rule.done(series.samples)) {
      if (const std::optional<Millis> sample = run()) {
        series.samples.push_back(sample->count());
      } else if (++failed > options_.rule.max_samples) {
        if (series.samples.size() < std::max<std::size_t>(options_.rule.min_samples, 1)) {
          return std::nullopt;
        }
        break;
      }
    }
  } catch (const DeviceError& error) {
    throw error.during(name);
  }
  series.outliers = stats::outliers(series.samples);
  const Measured measured{.median = Millis{stats::median(series.samples)},
                          .interval = stats::median_interval(series.samples),
                          .samples = series.samples.size()};
  series_.push_back(std::move(series));
  return measured;
}

Measured Meter::measure(const std::string& name, const std::function<Millis()>& run) {
  return *try_measure(name, [&]() -> std::optional<Millis> { return run(); });
}

}  // namespace warpshop::calibrate
