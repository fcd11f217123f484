#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "cli/swept_tasks.hpp"
#include "sim/files/device_store.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/profile_setting.hpp"
#include "sim/model/sweep_spec.hpp"

namespace warpshop::cli {

/// A cell as the file asks for it.
struct AskedCell {
  std::vector<std::size_t> values;
  files::DeviceList devices;
  std::vector<ProfileSetting> settings;
  std::shared_ptr<const SweptTasks> tasks;  ///< of several cells
  Objective objective = Objective::makespan;
};

/// The grid, the last axis running fastest, without what `only` leaves out. Throws InputError: at the place of an axis
/// whose values cannot be used.
std::vector<AskedCell> asked_cells(const SweepSpec& spec);

}  // namespace warpshop::cli
