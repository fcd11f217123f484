#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpshop::io {

/// A GPU that the NVIDIA driver of this machine knows.
struct InstalledGpu {
  std::string model;
  std::string uuid;
};

/// Read from the driver's files, no CUDA needed: one folder a GPU, with a file `information` of `key: value` lines.
/// Empty where there is no driver.
std::vector<InstalledGpu> installed_gpus(const std::filesystem::path& folder = "/proc/driver/nvidia/gpus");

}  // namespace warpshop::io
