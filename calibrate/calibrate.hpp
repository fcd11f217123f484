#pragma once

#include <string>
#include <vector>

#include "calibrate/meter.hpp"
#include "calibrate/options.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// A profile and every sample that it rests on.
struct Calibration {
  Device device;
  std::vector<Series> series;
};

/// Measures a device (S5 3.3, 4.5): transfers alone, opposed, and overlapping in part; interference of copies and
/// kernels; changes of context between two processes; every kernel of the registry over sizes, CTAs and SMs, and beside
/// others. Checks each kernel's results on the way. Throws DeviceError, with the step that failed named.
Calibration calibrate(const gpu::Device& device, const std::string& name, const Options& options);

}  // namespace warpshop::calibrate
