#pragma once

#include <map>
#include <string>

#include "kernels/gpu/driver.hpp"
#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// Provenance that the machine itself knows: the chip, driver and runtime, the link as the kernel lists it under
/// `/sys/bus/pci/devices` (generation and width now and at most), the host's processor, and the time (UTC).
std::map<std::string, std::string> describe(const gpu::Properties& chip,
                                            const std::string& pci_folder = "/sys/bus/pci/devices");

/// Limits of an SM, as the driver gives them.
SmModel sm_of(const gpu::Properties& chip);

}  // namespace warpshop::calibrate
