#pragma once

#include <chrono>
#include <cstdint>

#include "sim/order/policy.hpp"

namespace warpshop::order {

/// What is left of a search's Budget. By the clock it starts when it is made; the clock is looked at only when so many
/// evaluations have gone by that looking costs nothing beside them.
class SearchBudget {
 public:
  /// evaluations: what is sensible where the budget says nothing; tasks: of the orders that are evaluated, > 0.
  SearchBudget(const Budget& budget, std::int64_t evaluations, std::size_t tasks);

  void spend(std::int64_t evaluations) {
    left_ -= evaluations;
    if (left_ <= 0 && by_clock_) {
      look_at_clock();
    }
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
