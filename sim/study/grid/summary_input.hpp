#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/study/compared_problems.hpp"
#include "sim/study/grid/sweep_input.hpp"
#include "sim/study/set_devices.hpp"
#include "sim/study/sweep/common_policies.hpp"

namespace warpshop::study {

/// Workloads that are summed up, and who takes all of them.
struct SummarySets {
  std::vector<Workload> workloads;
  CommonPolicies policies;
};

/// What each policy is worth over workloads: a sweep whose sets are these (one at least), and whose cells are devices.
/// Its notes say why policies are left out, one a workload and reason.
SweepInput summary_input(const Origin& origin, const SummarySets& sets, std::span<const SetDevices> devices,
                         const PlanningOptions& planning, const EngineChoice& engine);

}  // namespace warpshop::study
