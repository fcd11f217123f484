#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/io/yaml/document_text.hpp"
#include "sim/model/profile_setting.hpp"
#include "sim/model/set_names.hpp"
#include "sim/model/sweep_spec.hpp"
#include "sim/model/task_sets.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::study {

/// What the sets of a sweep are made of.
struct SweptTasks {
  std::vector<Workload> workloads;  ///< the population alone, or each set
  std::optional<TaskSets> sets;     ///< of the population
  bool drawn = false;               ///< the population: all tasks are of one kind

  std::uint64_t count() const { return sets ? sets->count() : workloads.size(); }
  std::size_t most_tasks() const {
    std::size_t most = sets ? sets->size() : 1;
    for (const Workload& workload : workloads) {
      most = sets ? most : std::max(most, workload.size());
    }
    return most;
  }
};

/// The files that they come from: none where they are drawn. Throws InputError.
std::vector<io::Text> read_task_texts(const SweepSpec& spec);

/// Takes them from these, or draws them; settings: values of the tasks, see io::parse_workload(). Throws InputError.
SweptTasks swept_tasks(const SweepSpec& spec, std::span<const io::Text> texts,
                       std::span<const ProfileSetting> settings);

/// What the tasks of each set are called.
SetNames set_names(const SweepSpec& spec, const SweptTasks& tasks);

/// Every task once, as many at a time as a set has: what a policy has to take. Of tasks that are drawn one set.
std::vector<Workload> samples_of(const SweptTasks& tasks);

}  // namespace warpshop::study
