#pragma once

#include <string>
#include <vector>

#include "calibrate/meter.hpp"
#include "calibrate/options.hpp"
#include "kernels/gpu/device.hpp"
#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// A profile and every sample that it rests on.
struct Calibration {
  Device device;
  std::vector<Series> series;
};

/// Measures a device (S5 3.3, 4.5): transfers alone, opposed, and overlapping in part; interference of copies and
/// kernels; every kernel of the registry over sizes, CTAs and SMs. Checks each kernel's results on the way. Throws
/// DeviceError, with the step that failed named.
Calibration calibrate(const gpu::Device& device, const std::string& name, const Options& options);

/// One figure of a stored profile, measured again.
struct Recheck {
  std::string what;
  Millis predicted;  ///< by the profile
  Measured measured;
  double error() const { return (predicted - measured.median) / measured.median; }
};

/// Measures a few points again: two copies of each kind, pinned copies beside opposing ones, and those of three kernels
/// that the profile knows. Throws DeviceError.
std::vector<Recheck> check(const gpu::Device& device, const Device& profile, const Options& options);

}  // namespace warpshop::calibrate
