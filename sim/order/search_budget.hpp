#pragma once

#include <cstdint>
#include <optional>

#include "sim/order/policies.hpp"
#include "sim/order/time_left.hpp"

namespace warpshop::order {

/// What a search has left: evaluations, or time by the clock. Counting starts when it is made.
class SearchBudget {
 public:
  /// by_default: evaluations where the user has set nothing.
  SearchBudget(const Budget& budget, std::int64_t by_default)
      : time_(budget.time),
        evaluations_(budget.evaluations.value_or(by_default)),
        exhausted_(!time_ && evaluations_ <= 0) {}

  /// Whether more evaluations may be made; counts them, and looks at the clock.
  bool spend(std::int64_t evaluations = 1) {
    if (exhausted_) {
      return false;
    }
    spent_ += evaluations;
    exhausted_ = share_spent() >= 1;
    return true;
  }
  /// When it was last spent from.
  bool exhausted() const { return exhausted_; }
  /// Of the whole budget; 1 or more where it is exhausted.
  double share_spent() const {
    return time_ ? stopwatch_.elapsed() / *time_ : static_cast<double>(spent_) / static_cast<double>(evaluations_);
  }

 private:
  std::optional<Millis> time_;
  std::int64_t evaluations_;
  std::int64_t spent_ = 0;
  bool exhausted_;
  Stopwatch stopwatch_;
};

}  // namespace warpshop::order
