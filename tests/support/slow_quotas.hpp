#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warpshop::test {

/// Kernels that never end, on SMs that are all alike, under the quotas of S1 chapter 3: written from the specification,
/// one epoch after the other, with nothing of the engine. Work is in milliseconds that it takes alone.
struct SlowQuotas {
  std::string rule;                          ///< naive, history, elastic, rollover, time
  std::vector<std::optional<double>> goals;  ///< by kernel, of its speed alone
  double epoch = 1;                          ///< ms
  double least = 0.01;                       ///< goal of kernels without one at first, and the least
  /// Of those that work: the speed of each, of its speed alone.
  std::function<std::vector<double>(const std::vector<bool>& works)> speeds;
};

/// By epoch and kernel, what was done. O(epochs × renewals × kernels).
std::vector<std::vector<double>> done_in_epochs(const SlowQuotas& quotas, int epochs);

}  // namespace warpshop::test
