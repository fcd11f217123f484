#include "calibrate/options.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace warpshop::calibrate {
namespace {

constexpr Millis kCoarse{1};  // what sleeping is good for
constexpr Bytes kLargestHostCopy{8 << 20};

}  // namespace

void wait_for(Millis time) {
  if (time > kCoarse) {
    std::this_thread::sleep_for(time);
    return;
  }
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

Options full() {
  return {.rule = {.max_relative_error = 0.005, .min_samples = 7, .max_samples = 60, .max_total = 400}};
}

Options quick() {
  return {.rule = {.max_relative_error = 0.02, .min_samples = 5, .max_samples = 15, .max_total = 60},
          .warm_up = 1,
          .clock_warm_up = Millis{300},
          .largest_copy = Bytes{std::int64_t{128} << 20},
          .copy_size_factor = 4,
          .longest_copy = Millis{15},
          .longest_kernel = Millis{5},
          .kernel_sizes = 4,
          .caches_of_data = 5,
          .overlap_steps = 3,
          .every_cta_count = false};
}

Options for_host(Options options) {
  options.largest_copy = std::min(options.largest_copy, kLargestHostCopy);
  return options;
}

}  // namespace warpshop::calibrate
