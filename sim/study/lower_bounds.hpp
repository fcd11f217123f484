#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/plan.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/problem.hpp"

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

/// What no plan is below whose kernels share the devices; nothing: none of them could. problem: prepared or not.
std::optional<Millis> sharing_bound(Problem problem, const Workload& workload, std::span<const Device> devices,
                                    Objective objective);

}  // namespace warpshop::study
