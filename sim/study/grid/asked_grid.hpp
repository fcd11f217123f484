#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "sim/model/objective.hpp"
#include "sim/model/sweep_spec.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/grid/swept_tasks.hpp"
#include "sim/study/set_devices.hpp"

namespace warpshop::study {

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
};

/// Reads the tasks and the profiles that a sweep names, each file once: a pipe can be read no second time. Throws
/// InputError: at the place in the sweep file, or in what it names.
AskedGrid asked_grid(const SweepSpec& spec);

}  // namespace warpshop::study
