#pragma once

#include <algorithm>
#include <chrono>

#include "sim/order/policies.hpp"

namespace warpshop::order {

/// Runs from when it is made.
class Stopwatch {
 public:
  Millis elapsed() const { return Clock::now() - start_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

/// Of time for a search: there has to be some.
inline constexpr Millis kLeastTime{1e-6};

/// The options with that share of the time beyond what is used already, where time is limited.
inline PlanOptions with_share_of_time(PlanOptions options, Millis used, double share) {
  if (options.budget.time) {
    options.budget.time = used + share * std::max(*options.budget.time - used, kLeastTime);
  }
  return options;
}

/// The options with what is left of the time, where time is limited.
inline PlanOptions with_time_left(PlanOptions options, Millis used) {
  if (options.budget.time) {
    options.budget.time = std::max(*options.budget.time - used, kLeastTime);
  }
  return options;
}

}  // namespace warpshop::order
