#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/model/profile_setting.hpp"
#include "sim/model/set_names.hpp"
#include "sim/model/sweep_spec.hpp"
#include "sim/model/task_sets.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::cli {

/// What the sets of a sweep are made of.
struct SweptTasks {
  std::vector<Workload> workloads;  ///< the population alone, or each set
  std::optional<TaskSets> sets;     ///< of the population

  std::uint64_t count() const { return sets ? sets->count() : workloads.size(); }
  std::size_t most_tasks() const {
    std::size_t most = sets ? sets->size() : 1;
    for (const Workload& workload : workloads) {
      most = sets ? most : std::max(most, workload.size());
    }
    return most;
  }
};

/// Reads or draws them; settings: values of the tasks, see read_workload(). Throws InputError.
SweptTasks read_swept_tasks(const SweepSpec& spec, std::span<const ProfileSetting> settings);

/// What the tasks of each set are called.
SetNames set_names(const SweepSpec& spec, const SweptTasks& tasks);

/// Every task once, as many at a time as a set has: what a policy has to take.
std::vector<Workload> samples_of(const SweptTasks& tasks);

}  // namespace warpshop::cli
