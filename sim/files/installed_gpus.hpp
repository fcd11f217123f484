#pragma once

#include <filesystem>
#include <vector>

#include "sim/model/listed_devices.hpp"

namespace warpshop::files {

/// Read from the driver's files, no CUDA needed: one folder a GPU, with a file `information` of `key: value` lines.
/// Empty where there is no driver.
std::vector<InstalledGpu> installed_gpus(const std::filesystem::path& folder = "/proc/driver/nvidia/gpus");

}  // namespace warpshop::files
