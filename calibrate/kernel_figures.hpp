#pragma once

#include <string>

#include "calibrate/meter.hpp"
#include "kernels/gpu/handles.hpp"
#include "kernels/kernel.hpp"
#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// What was found of one kernel.
struct KernelFigures {
  KernelModel model;
  double fit_error = 0;  ///< of η m + γ over the sizes measured, relative, at worst
};

/// Everything that a profile says of one kernel: η and γ, and where the device has the persistent form, its resources
/// and how many CTAs of it fit, scaling, eviction, transformation. Throws DeviceError, also where the kernel computes
/// something wrong.
KernelFigures measure_kernel(Meter& meter, const gpu::Device& device, const kernels::Kernel& kernel,
                             std::map<std::string, Confidence, std::less<>>& confidence);

/// Where the formula for occupancy and the driver disagree: `NAME: formula 8, driver 7`, one kernel and form after the
/// other; empty: nowhere.
std::string occupancy_differences(const gpu::Device& device);

/// What a launch costs beside the kernel's own work: the period of launches of one subtask each that follow each other.
Measured measure_launch(Meter& meter, const gpu::Device& device);

}  // namespace warpshop::calibrate
