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
      : time_(budget.time), evaluations_(budget.evaluations.value_or(by_default)) {}

  /// Whether more evaluations may be made; counts them.
  bool spend(std::int64_t evaluations = 1) {
    if (exhausted()) {
      return false;
    }
    spent_ += evaluations;
    return true;
  }
  bool exhausted() const { return time_ ? stopwatch_.elapsed() >= *time_ : spent_ >= evaluations_; }
  /// Of the whole budget; 1 or more where it is exhausted.
  double share_spent() const {
    return time_ ? stopwatch_.elapsed() / *time_ : static_cast<double>(spent_) / static_cast<double>(evaluations_);
  }

 private:
  std::optional<Millis> time_;
  std::int64_t evaluations_;
  std::int64_t spent_ = 0;
  Stopwatch stopwatch_;
};

}  // namespace warpshop::order
