#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "sim/io/device/device_store.hpp"
#include "sim/io/device/installed_gpus.hpp"
#include "sim/model/format.hpp"

namespace warpshop::io {

/// Profiles that are known, and GPUs of this machine.
struct ListedDevices {
  std::vector<KnownDevice> devices;
  std::vector<InstalledGpu> gpus;
  std::string version;  ///< of warpshop
};

/// `warpshop.devices/1`: profiles known here, and GPUs found, each with whether a profile that can be used is of it.
void print(std::ostream& out, const format::Json& format, const ListedDevices& listed);

}  // namespace warpshop::io
