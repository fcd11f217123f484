#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "sim/model/device.hpp"
#include "sim/model/profile_setting.hpp"
#include "sim/model/sweep_manifest.hpp"
#include "sim/model/workload.hpp"
#include "sim/study/sweep/make_points.hpp"

namespace warpshop::cli {

/// A sweep file and all that it names, ready to be swept.
struct SweepInput {
  study::Grid grid;
  study::SweepSettings settings;
  SweepManifest manifest;
  std::vector<std::filesystem::path> files;  ///< that were read
  std::vector<std::string> notes;            ///< of axes that some or all tasks do not feel
};

/// Who is told of the devices and settings that a set of tasks meets.
using SettingsListener =
    std::function<void(const Workload&, const std::vector<Device>&, const std::vector<ProfileSetting>&)>;

/// Reads it, and checks that every policy takes every set on every device. Throws InputError: at the place in the sweep
/// file, or in what it names.
SweepInput read_sweep_input(const std::string& file, const std::string& engine, const PlanOptions& options,
                            const SettingsListener& tell);

}  // namespace warpshop::cli
