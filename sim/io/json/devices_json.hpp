#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "sim/io/device/device_store.hpp"
#include "sim/io/device/gpu_profiles.hpp"

namespace warpshop::io {

/// `warpshop.devices/1`: profiles known here, and GPUs found, each with whether a profile that can be used is of it.
/// version: of warpshop.
void write_json(std::ostream& out, const std::vector<KnownDevice>& devices, const std::vector<InstalledGpu>& gpus,
                const std::string& version);

}  // namespace warpshop::io
