#pragma once

#include <filesystem>
#include <string>

#include "kernels/gpu/device.hpp"
#include "sim/model/device.hpp"
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

/// --device, where the profile of the GPU itself is the default.
void add_profile_option(CLI::App& command, std::string& device);
void add_hardware_options(CLI::App& command, HardwareOptions& options);

/// Throws InputError: a workload that asks for what the dispatcher does not do.
void check_dispatchable(const Workload& workload);

/// Throws DeviceError of kind absent: there is none.
gpu::Device open_device(const HardwareOptions& options);

/// A profile, and the file it comes from: none for one that is shipped.
struct ChosenProfile {
  Device device;
  std::filesystem::path file;
};

/// The profile that a command predicts by: the one the user asks for (see io::find_device), else the one that
/// `calibrate` stored for this device. Throws InputError: there is none, and how to get one.
ChosenProfile choose_profile(const std::string& asked_for, const HardwareOptions& options, const gpu::Device& device);

}  // namespace warpshop::cli
