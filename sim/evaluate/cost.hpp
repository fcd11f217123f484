#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// L_max where no task has a due date.
inline constexpr Millis kNeverLate{-1e15};

/// What no tasks at all cost.
constexpr Millis cost_of_none(Objective objective) {
  return objective == Objective::lateness ? kNeverLate : Millis{0};
}

/// What two groups of tasks cost together that know nothing of each other: the larger cost, of Σ w_j C_j the sum.
constexpr Millis cost_together(Objective objective, Millis some, Millis others) {
  return objective == Objective::weighted_completion ? some + others : std::max(some, others);
}

/// An objective (S5 table 3.3), from the ends of the tasks one after the other: max C_j; Σ w_j C_j; max (C_j - d_j)
/// over the tasks with a due date, kNeverLate where there are none.
class Costs {
 public:
  Costs(const Instance& instance, Objective objective)
      : instance_(instance), objective_(objective), total_(cost_of_none(objective)) {}

  void add(std::uint32_t task, Millis end);
  Millis total() const { return total_; }

 private:
  const Instance& instance_;
  Objective objective_;
  Millis total_;
};

/// What a timeline of all tasks costs.
Millis cost(const Instance& instance, const Timeline& timeline, Objective objective);

}  // namespace warpshop::evaluate
