#pragma once

#include <map>
#include <optional>
#include <string>

#include "kernels/gpu/driver.hpp"
#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// The folder in which the kernel lists PCI devices.
inline constexpr const char* kPciFolder = "/sys/bus/pci/devices";

/// Provenance that the machine itself knows: the chip and its clocks at most, driver and runtime, the link (generation
/// and width now and at most), the host's processor, and the time (UTC). A link that saves power is slow until it is
/// used.
std::map<std::string, std::string> describe(const gpu::Properties& chip, const std::string& pci_folder = kPciFolder);

/// Bytes a second that a PCIe link can carry in one direction: transfers a second, times its width, times what the
/// encoding leaves (8 of 10 bits up to 5 GT/s, 128 of 130 beyond), packets' headers not counted; copies reach some
/// 85 … 90 % of it. speed: as the kernel lists it (`16.0 GT/s PCIe`); nothing where either is no number.
std::optional<BytesPerSecond> link_peak(const std::string& speed, const std::string& width);

/// That of the chip's link now; nothing where it has none.
std::optional<BytesPerSecond> link_peak(const gpu::Properties& chip, const std::string& pci_folder = kPciFolder);

/// Limits of an SM, as the driver gives them, and the lots in which it deals them out: registers to warps by 256, warps
/// by 4 (one for each of an SM's four schedulers), shared memory to CTAs by 128 B, or 256 B before compute capability
/// 8.0 (NVIDIA's occupancy calculator). A device without a compute capability deals by the piece.
SmModel sm_of(const gpu::Properties& chip);

}  // namespace warpshop::calibrate
