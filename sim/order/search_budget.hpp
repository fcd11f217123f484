#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "sim/order/policies.hpp"

namespace warpshop::order {

/// What a search has left: evaluations, or time by the clock. Counting starts when it is made; the clock is looked at
/// only when so many evaluations have gone by that looking costs nothing beside them.
class SearchBudget {
 public:
  /// by_default: evaluations where the user has set nothing; tasks: of the orders that are evaluated, > 0.
  SearchBudget(const Budget& budget, std::int64_t by_default, std::size_t tasks = 100);

  /// Whether more evaluations may be made; counts them.
  bool spend(std::int64_t evaluations = 1) {
    if (left_ <= 0) {
      return false;
    }
    left_ -= evaluations;
    if (left_ <= 0 && by_clock_) {
      look_at_clock();
    }
    return true;
  }
  bool exhausted() const { return left_ <= 0; }

 private:
  using Clock = std::chrono::steady_clock;

  void look_at_clock();

  bool by_clock_;
  std::int64_t stride_;  ///< evaluations between looks at the clock
  std::int64_t left_;    ///< evaluations; by the clock, until the next look
  Clock::time_point end_;
};

}  // namespace warpshop::order
