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

/// What plans of a fleet cannot be below: those that run one kernel at a time, those whose kernels share, and of these
/// those of MIG instances.
class LowerBounds {
 public:
  /// sharing: whether there are plans whose kernels share; the fleet is one prepared device then.
  LowerBounds(const Fleet& fleet, Objective objective, bool sharing);

  Millis of(const Plan& plan) const {
    return !plan.share ? exclusive_ : plan.share->partitions_of_copies() > 1 ? *partitioned_ : *shared_;
  }
  /// Of all plans whose kernels share, where there are any.
  std::optional<Millis> of_sharing() const { return partitioned_ ? std::min(*shared_, *partitioned_) : shared_; }
  /// Of plans of every kind that there is.
  Millis of_all() const { return std::min(exclusive_, of_sharing().value_or(exclusive_)); }

 private:
  Millis exclusive_;
  std::optional<Millis> shared_;
  std::optional<Millis> partitioned_;  ///< of a chip that has MIG
};

/// What no plan is below whose kernels share the devices; nothing: none of them could. problem: prepared or not.
std::optional<Millis> sharing_bound(Problem problem, const Workload& workload, std::span<const Device> devices,
                                    Objective objective);

}  // namespace warpshop::study
