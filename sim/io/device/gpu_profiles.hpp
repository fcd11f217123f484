#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/io/device/device_store.hpp"
#include "sim/io/device/installed_gpus.hpp"

namespace warpshop::io {

/// Whether a name is the driver's for one single GPU, such as GPU-5fd8d7bf-9a4c-2c1e-7a3e-0b1f7c0d4e11 (or MIG-… for a
/// part of one).
bool is_gpu_uuid(std::string_view name);

/// What GPU a profile is of, where its name does not say that to people: the topic `gpu` of the provenance, of a
/// profile that is named like a GPU's UUID. Else empty.
std::string gpu_of(const Device& device);

/// The profile that is named like the GPU's UUID; nullptr: there is none. It may have a problem.
const KnownDevice* profile_of(const InstalledGpu& gpu, const std::vector<KnownDevice>& devices);

}  // namespace warpshop::io
