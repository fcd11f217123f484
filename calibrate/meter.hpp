#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "calibrate/options.hpp"
#include "sim/model/device.hpp"
#include "sim/model/units.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::calibrate {

/// The samples of one measurement, as they were taken.
struct Series {
  std::string name;             ///< such as `transfer.pinned.h2d 4096 B`
  std::vector<double> samples;  ///< milliseconds
  std::vector<std::size_t> outliers;
};

/// An interval relative to the value that it is of; of a value of 0, which has no such interval, 1 … 1.
Confidence relative_confidence(double value, const stats::ConfidenceInterval& interval, std::size_t samples);

/// That of a rate, from that of the time that it takes: the longest time is the lowest rate.
Confidence inverse(const Confidence& time);

/// A duration, with the 95 % interval of the median.
struct Measured {
  Millis median{0};
  stats::ConfidenceInterval interval;  ///< milliseconds
  std::size_t samples = 0;

  Confidence confidence() const { return relative_confidence(median.count(), interval, samples); }
};

/// Repeats measurements until the stop rule is content, and keeps every sample.
class Meter {
 public:
  explicit Meter(Options options) : options_(std::move(options)) {}

  /// run(): one sample; nothing, where it turned out not to be one (the copies did not overlap, say). If that
  /// happens more often than samples are to be taken at most, those that there are count, and nothing is returned if
  /// they are fewer than min_samples. Throws what run() throws, a DeviceError
  /// with the name of the measurement before it.
  std::optional<Measured> try_measure(const std::string& name, const std::function<std::optional<Millis>()>& run);
  Measured measure(const std::string& name, const std::function<Millis()>& run);
  /// Several durations at once, until the rule is content with each. run(): one of each, in the order of their names;
  /// or nothing. What is returned is by name as well; empty: they could not be measured.
  std::vector<Measured> measure_together(std::span<const std::string> names,
                                         const std::function<std::vector<Millis>()>& run);

  const Options& options() const { return options_; }
  const std::vector<Series>& series() const { return series_; }

 private:
  Options options_;
  std::vector<Series> series_;
};

}  // namespace warpshop::calibrate
