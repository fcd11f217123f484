#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "calibrate/meter.hpp"
#include "calibrate/options.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// One figure of a stored profile, measured again.
struct Recheck {
  std::string what;
  Millis predicted;  ///< by the profile
  Measured measured;
  double error() const { return (predicted - measured.median) / measured.median; }
  /// Whether it is off by no more than that many percent.
  bool within(double percent) const { return !(std::abs(error()) * 100 > percent); }
};

/// Measures a few points again: two copies of each kind, pinned copies beside opposing ones, and those of three kernels
/// that the profile knows. Throws DeviceError.
std::vector<Recheck> check(const gpu::Device& device, const Device& profile, const Options& options);

}  // namespace warpshop::calibrate
