#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/device.hpp"
#include "sim/model/profile_setting.hpp"
#include "sim/model/workload.hpp"

namespace CLI {
class App;
}

namespace warpshop::cli {

/// What commands that use a GPU are told of it.
struct HardwareOptions {
  std::string backend = "cuda";
  int gpu = 0;  ///< as CUDA counts
};

/// Which profile a command that uses a GPU predicts by.
struct ProfileOptions {
  std::string device;            ///< name or file; empty: the one stored for the GPU
  std::vector<std::string> set;  ///< PATH=VALUE
};

/// --device, where the profile of the GPU itself is the default, and --set.
void add_profile_options(CLI::App& command, ProfileOptions& profile);
void add_hardware_options(CLI::App& command, HardwareOptions& options);

/// Throws InputError: a workload that asks for what the dispatcher does not do.
void check_dispatchable(const Workload& workload);

/// Throws DeviceError of kind absent: there is none.
gpu::Device open_device(const HardwareOptions& options);

/// A profile with its settings, and the file it comes from: none for one that is shipped.
struct ChosenProfile {
  Device device;
  std::filesystem::path file;
  std::vector<ProfileSetting> settings = {};
  std::string asked_for = {};  ///< as find_device() takes it

  /// The profile with other settings.
  Device with(std::span<const ProfileSetting> others) const;
};

/// The profile that a command predicts by: the one the user asks for (see files::find_device), else the one that
/// `calibrate` stored for this device. Throws InputError: there is none, and how to get one.
ChosenProfile choose_profile(const ProfileOptions& asked_for, const HardwareOptions& options,
                             const gpu::Device& device);

/// Notes: odd values of the profile that the workload needs, settings that it cannot feel. Throws as
/// dispatch::realise() and resolve() do.
void tell_of_profile(const OutputOptions& options, const Workload& workload, const ChosenProfile& profile);

}  // namespace warpshop::cli
