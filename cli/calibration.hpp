#pragma once

#include <string>

#include "calibrate/options.hpp"
#include "cli/common_options.hpp"
#include "cli/hardware.hpp"
#include "kernels/gpu/handles.hpp"

namespace warpshop::cli {

/// What `calibrate` was asked for.
struct CalibrationOptions {
  HardwareOptions hardware;
  bool quick = false;
  bool check = false;
  double tolerance = 5;  ///< percent, of --check
  std::string out;       ///< file of the profile; empty: the user's folder of profiles, by UUID
  std::string samples;   ///< file of the raw samples; empty: none
  OutputOptions output;
};

/// For people, before it starts: how long calibrating takes on such a device.
std::string how_long(const CalibrationOptions& options);

/// How to measure it. Shows progress on a terminal.
calibrate::Options measuring_options(const CalibrationOptions& options);

/// Measures the device and stores its profile and samples; both appear whole or not at all, once everything is
/// measured. Prints what was found. Throws InputError if a file cannot be opened (before anything is measured), and
/// DeviceError.
void run_calibration(const gpu::Device& device, const CalibrationOptions& options, const calibrate::Options& measuring);

/// Measures a few points of the stored profile again and prints them. Throws OutsideTolerance if one is further off,
/// and InputError if there is no profile.
void check_calibration(const gpu::Device& device, const CalibrationOptions& options,
                       const calibrate::Options& measuring);

}  // namespace warpshop::cli
