#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/model/chip_table.hpp"
#include "sim/model/device.hpp"

namespace warpshop {

/// A profile that is known by name.
struct KnownDevice {
  Device device;          ///< holds only the name where there is a problem
  std::string source;     ///< `shipped`, or the path of the user's file
  std::string problem;    ///< why a user's profile cannot be used; empty: it can
  std::string hidden_by;  ///< of a shipped one: the user's file of that name, which is taken; empty: there is none
};

/// A GPU that the NVIDIA driver of this machine knows, or a device of its OpenCL, which may be a processor.
struct InstalledGpu {
  std::string model;
  std::string uuid;
  std::string backend = "cuda";  ///< that calibrates it: cuda, opencl
  int number = 0;                ///< as that backend counts
};

/// Profiles that are known, and GPUs of this machine.
struct ListedDevices {
  std::vector<KnownDevice> devices;
  std::vector<InstalledGpu> gpus;
  std::string version;           ///< of warpshop
  std::vector<ChipModel> chips;  ///< of which a profile can be made
};

/// Whether a name is the driver's for one single GPU, such as GPU-5fd8d7bf-9a4c-2c1e-7a3e-0b1f7c0d4e11 (or MIG-… for a
/// part of one).
bool is_gpu_uuid(std::string_view name);

/// What GPU a profile is of, where its name does not say that to people: the topic `gpu` of the provenance, of a
/// profile that is named like a GPU's UUID. Else empty.
std::string gpu_of(const Device& device);

/// The profile that is named like the GPU's UUID; nullptr: there is none. It may have a problem.
const KnownDevice* profile_of(const InstalledGpu& gpu, const std::vector<KnownDevice>& devices);

}  // namespace warpshop
