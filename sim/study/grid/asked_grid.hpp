#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/io/yaml/document_text.hpp"
#include "sim/model/error.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/sweep_spec.hpp"
#include "sim/model/task_sets.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/set_devices.hpp"

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

/// What the tasks of each set are called.
SetNames set_names(const SweepSpec& spec, const SweptTasks& tasks);

/// Every task once, as many at a time as a set has: what a policy has to take. Of tasks that are drawn one set.
std::vector<Workload> samples_of(const SweptTasks& tasks);

/// Tasks, with samples_of() them.
struct AskedTasks {
  SweptTasks tasks;
  std::vector<Workload> samples;
};

/// A cell as the sweep file asks for it.
struct AskedCell {
  std::vector<std::size_t> values;            ///< by axis
  std::shared_ptr<const SetDevices> devices;  ///< of several cells
  std::shared_ptr<const AskedTasks> tasks;    ///< of several cells
  double link = 1;                            ///< see with_link()
  Objective objective = Objective::makespan;
};

struct AskedGrid {
  std::vector<AskedCell> cells;              ///< one at least; the last axis runs fastest
  std::vector<std::filesystem::path> files;  ///< that tasks and profiles were read from
  std::string texts;                         ///< all that they said
  std::vector<io::Text> of_tasks;            ///< what those of tasks, or clients, said
};

/// Reads the tasks and the profiles that a sweep names, each file once: a pipe can be read no second time. Throws
/// InputError: at the place in the sweep file, or in what it names.
AskedGrid asked_grid(const SweepSpec& spec);

/// Calls it; what it throws of an input is said to be at a place of the sweep file. Of the settings of a profile or of
/// tasks that is the place of the one that is wrong, by `marks`, if the error says which.
template <class Function>
auto at_place(const SweepSpec& spec, Mark mark, const Function& function, std::span<const Mark> marks = {}) {
  try {
    return function();
  } catch (const InputError& error) {
    const std::size_t setting = error.mark().line == 0 ? error.mark().column : 0;  // see mark_of_setting()
    throw InputError(spec.file, setting > 0 && setting <= marks.size() ? marks[setting - 1] : mark, error.what());
  }
}

}  // namespace warpshop::study
