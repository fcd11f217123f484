#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/study/planning_options.hpp"
#include "sim/study/policy_choice.hpp"
#include "sim/study/problem.hpp"
#include "sim/study/set_devices.hpp"

namespace warpshop::study {

/// The workload on the devices, with what is to be told of both. policies: who plans; sharing: whether kernels share
/// where the policies may let them. Throws InputError as make_problem().
Problem noted_problem(const Workload& workload, const SetDevices& devices, const std::vector<NamedPolicy>& policies,
                      const PlanningOptions& planning, bool sharing = true);

/// A workload that has been resolved on each of several devices, and who plans it there.
struct ComparedProblems {
  std::vector<Problem> problems;       ///< by device; where kernels may share prepared for that
  std::vector<PolicyChoice> policies;  ///< by device
  PlanOptions options;
  std::vector<Note> notes;                          ///< of all of them, before anything is planned
  std::vector<std::optional<Workload>> split = {};  ///< by device: see split::split_tasks()

  /// What is planned on a device of the workload that these are of.
  const Workload& planned(const Workload& workload, std::size_t device) const {
    return split[device] ? *split[device] : workload;
  }
};

/// What becomes of the comparisons: each is shown, or they are summed up.
enum class Shown : bool { each, summed_up };

/// names: see choose_policies(). What is summed up is neither prepared, nor is anything said of its policies, each of
/// which that is named has to take it. Throws InputError: the workload does not fit the devices, the policies or the
/// pairs.
ComparedProblems compared_problems(const Workload& workload, std::span<const SetDevices> devices,
                                   const std::vector<std::string>& names, const PlanningOptions& planning, Shown shown);

/// What the first policy of a comparison costs on the workload as it is in its file; nothing where no policy came
/// first, where that one cannot plan it so, where it costs nothing, and for a lateness.
std::optional<Unchanged> unchanged_cost(const Workload& workload, const SetDevices& devices,
                                        const Comparison& comparison, const PlanningOptions& planning,
                                        const EngineChoice& engine);

}  // namespace warpshop::study
