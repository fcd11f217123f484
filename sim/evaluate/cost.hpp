#pragma once

#include <cstdint>

#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::evaluate {

/// L_max where no task has a due date.
inline constexpr Millis kNeverLate{-1e15};

/// An objective (S5 table 3.3), from the ends of the tasks one after the other: max C_j; Σ w_j C_j; max (C_j - d_j)
/// over the tasks with a due date, kNeverLate where there are none.
class Costs {
 public:
  Costs(const Instance& instance, Objective objective)
      : instance_(instance), objective_(objective), total_(objective == Objective::lateness ? kNeverLate : Millis{0}) {}

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
