#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "sim/order/policy.hpp"

namespace warpshop::order {

/// What a search has left: evaluations, or time by the clock. Counting starts when it is made.
class SearchBudget {
 public:
  /// by_default: evaluations where the user has set nothing.
  SearchBudget(const Budget& budget, std::int64_t by_default)
      : left_(budget.time ? INT64_MAX : budget.evaluations.value_or(by_default)), timed_(budget.time.has_value()) {
    if (timed_) {
      end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::min(*budget.time, kYear));
    }
  }

  /// Whether one more evaluation may be made; counts it.
  bool spend() {
    if (left_ <= 0) {
      return false;
    }
    --left_;
    if (timed_ && left_ % kClockEvery == 0 && Clock::now() >= end_) {
      left_ = 0;
    }
    return true;
  }
  bool exhausted() const { return left_ <= 0; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr Millis kYear{3.2e10};  ///< so that the clock does not overflow
  static constexpr std::int64_t kClockEvery = 16;

  std::int64_t left_;
  bool timed_;
  Clock::time_point end_{};
};

}  // namespace warpshop::order
