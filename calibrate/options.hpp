#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "calibrate/wait.hpp"
#include "sim/model/units.hpp"
#include "sim/stats/stop_rule.hpp"

namespace warpshop::calibrate {

/// How thoroughly to measure. The limits on single durations keep a slow device (the host backend, an old GPU) from
/// taking much longer than a fast one: what would last longer is measured at a smaller size.
struct Options {
  stats::StopRule rule;       ///< in milliseconds
  std::size_t warm_up = 2;    ///< runs before the first sample
  Millis clock_warm_up{500};  ///< of arithmetic before anything is measured: an idle GPU saves power at low clocks
  Bytes smallest_copy{1 << 10};
  Bytes largest_copy{std::int64_t{512} << 20};
  int copy_size_factor = 2;  ///< between neighbouring sizes
  Millis longest_copy{200};
  Millis longest_kernel{8};
  int kernel_sizes = 6;              ///< sizes of a kernel, each twice the one before
  int overlap_steps = 4;             ///< offsets at which two copies overlap in part
  bool every_cta_count = true;       ///< 1, 2, 3 … CTAs per SM; else 1, 2, 4 …
  std::vector<std::string> kernels;  ///< measure these alone; empty: all of the registry
  std::function<void(const std::string&)> progress = [](const std::string&) {};
  /// How the host lets time pass between two submissions; a device that plays in virtual time has a way of its own.
  std::function<void(Millis)> wait = wait_for;
};

/// Under five minutes on a GPU.
inline Options full() {
  return {.rule = {.max_relative_error = 0.005, .min_samples = 7, .max_samples = 60, .max_total = 400}};
}

/// Under half a minute: fewer sizes, wider intervals.
inline Options quick() {
  return {.rule = {.max_relative_error = 0.02, .min_samples = 5, .max_samples = 15, .max_total = 60},
          .warm_up = 1,
          .clock_warm_up = Millis{300},
          .largest_copy = Bytes{std::int64_t{128} << 20},
          .copy_size_factor = 4,
          .longest_copy = Millis{15},
          .longest_kernel = Millis{5},
          .kernel_sizes = 4,
          .overlap_steps = 3,
          .every_cta_count = false};
}

}  // namespace warpshop::calibrate
