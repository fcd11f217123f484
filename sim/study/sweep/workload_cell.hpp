#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "sim/model/basis.hpp"
#include "sim/model/device.hpp"
#include "sim/model/fleet.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::study {

/// Workloads on devices: sets of a sweep as they are, or what sets are picked of.
struct WorkloadCell {
  std::shared_ptr<const std::vector<Fleet>> fleets;  ///< by workload
  Basis basis;                                       ///< what any of them rests on
  bool sharing = false;                              ///< kernels may share: SweepSettings::sharing

  /// Each workload as a set, as GridCell has it.
  std::function<Fleet(std::uint64_t set)> each() const {
    return [fleets = fleets](std::uint64_t set) { return (*fleets)[set]; };
  }
};

/// For these policies and the baselines of a sweep. Throws InputError as make_problem().
WorkloadCell workload_cell(std::span<const Workload> workloads, std::span<const Device> devices,
                           std::vector<NamedPolicy> policies);

}  // namespace warpshop::study
