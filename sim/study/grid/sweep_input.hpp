#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "sim/model/device.hpp"
#include "sim/model/origin.hpp"
#include "sim/model/profile_setting.hpp"
#include "sim/model/sweep_manifest.hpp"
#include "sim/model/workload.hpp"
#include "sim/order/policies.hpp"
#include "sim/study/engine.hpp"
#include "sim/study/sweep/make_points.hpp"

namespace warpshop::study {

/// A sweep file and all that it names, ready to be swept.
struct SweepInput {
  Grid grid;
  SweepSettings settings;
  SweepManifest manifest;
  std::vector<std::filesystem::path> files;  ///< that were read
  std::vector<std::string> notes;            ///< of axes that some or all tasks do not feel
};

/// Who is told of the devices and settings that a set of tasks meets.
using SettingsListener =
    std::function<void(const Workload&, const std::vector<Device>&, const std::vector<ProfileSetting>&)>;

/// Reads the file that the origin names, and checks that every policy takes every set on every device. Throws
/// InputError: at the place in the sweep file, or in what it names.
SweepInput read_sweep_input(const Origin& origin, const EngineChoice& engine, const PlanOptions& options,
                            const SettingsListener& tell);

}  // namespace warpshop::study
