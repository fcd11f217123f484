#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace warpshop::test {

/// What holds for a while.
struct SlowSpeeds {
  std::vector<std::vector<double>> of;  ///< by kernel and SM, of the kernel's speed alone on all SMs
  double longest = std::numeric_limits<double>::infinity();  ///< ms that they hold at most
};

/// Kernels that never end, as many CTAs of each on every SM, under the quotas of S1 chapter 3: written from the
/// specification, one epoch after the other, with nothing of the engine. Work is in milliseconds that it takes alone.
struct SlowQuotas {
  using Works = std::vector<std::vector<bool>>;  ///< by kernel and SM

  std::string rule;                          ///< naive, history, elastic, rollover, time
  std::vector<std::optional<double>> goals;  ///< by kernel, of its speed alone
  double epoch = 1;                          ///< ms
  double least = 0.01;                       ///< goal of kernels without one at first, and the least
  std::size_t sms = 1;                       ///< those that are alike in all count as one
  /// At a time, in ms, at which kernels have done so much.
  std::function<SlowSpeeds(double now, const std::vector<double>& done, const Works& works)> speeds;
};

/// By epoch and kernel, what was done. O(epochs × renewals × kernels × SMs²).
std::vector<std::vector<double>> done_in_epochs(const SlowQuotas& quotas, int epochs);

}  // namespace warpshop::test
