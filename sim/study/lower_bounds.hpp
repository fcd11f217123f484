#pragma once

#include <algorithm>
#include <optional>

#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::study {

/// What plans of a fleet cannot be below: those that run one kernel at a time, and those whose kernels share.
class LowerBounds {
 public:
  /// sharing: whether there are plans whose kernels share; the fleet is one prepared device then.
  LowerBounds(const Fleet& fleet, Objective objective, bool sharing);

  Millis of(const Plan& plan) const { return plan.share ? *shared_ : exclusive_; }
  /// Of plans of every kind that there is.
  Millis of_all() const { return shared_ ? std::min(*shared_, exclusive_) : exclusive_; }

 private:
  Millis exclusive_;
  std::optional<Millis> shared_;
};

}  // namespace warpshop::study
