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

std::vector<Measured> Meter::measure_together(std::span<const std::string> names,
                                              const std::function<std::vector<Millis>()>& run) {
  std::vector<Series> all;
  for (const std::string& name : names) {
    all.push_back({.name = name});
  }
  const auto done = [&] {
    return std::all_of(all.begin(), all.end(), [&](const Series& each) { return options_.rule.done(each.samples); });
  };
  std::size_t failed = 0;
  try {
    for (std::size_t i = 0; i < options_.warm_up; ++i) {
      run();
    }
    while (!done()) {
      if (const std::vector<Millis> sample = run(); !sample.empty()) {
        for (std::size_t i = 0; i < all.size(); ++i) {
          all[i].samples.push_back(sample[i].count());
        }
      } else if (++failed > options_.rule.max_samples) {
        if (all.front().samples.size() < std::max<std::size_t>(options_.rule.min_samples, 1)) {
          return {};
        }
        break;
      }
    }
  } catch (const DeviceError& error) {
    throw error.during(names.front());
  }
  std::vector<Measured> measured;
  for (Series& series : all) {
    series.outliers = stats::outliers(series.samples);
    measured.push_back({.median = Millis{stats::median(series.samples)},
                        .interval = stats::median_interval(series.samples),
                        .samples = series.samples.size()});
    series_.push_back(std::move(series));
  }
  return measured;
}

std::optional<Measured> Meter::try_measure(const std::string& name, const std::function<std::optional<Millis>()>& run) {
  const std::vector<Measured> measured = measure_together(std::span(&name, 1), [&]() -> std::vector<Millis> {
    const std::optional<Millis> sample = run();
    return sample ? std::vector<Millis>{*sample} : std::vector<Millis>{};
  });
  return measured.empty() ? std::nullopt : std::optional(measured.front());
}

Measured Meter::measure(const std::string& name, const std::function<Millis()>& run) {
  return *try_measure(name, [&]() -> std::optional<Millis> { return run(); });
}

}  // namespace warpshop::calibrate
