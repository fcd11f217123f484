#pragma once

#include <functional>
#include <string>

#include "calibrate/options.hpp"
#include "cli/common_options.hpp"
#include "cli/hardware.hpp"
#include "dispatch/clients/child_process.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/device.hpp"

namespace warpshop::cli {

/// Counts the figures of a profile whose 95 % interval is wider than the figure itself, and names the first few, the
/// widest first, in one line; empty where there are none.
std::string wide_figures(const Device& profile);

/// Starts another process that uses the same GPU, outside of MPS, and returns what makes it run a tiny kernel to its
/// end, or only answer: see calibrate::Options::start_peer. The process ends with what is returned. Throws DeviceError:
/// it cannot use the GPU, or does not answer. program: this one; environment: what it finds there beside ours.
std::function<void(bool runs)> start_peer_process(const HardwareOptions& hardware,
                                                  const std::string& program = "/proc/self/exe",
                                                  dispatch::Environment environment = {});

/// What `calibrate` was asked for.
struct CalibrationOptions {
  HardwareOptions hardware;
  bool quick = false;
  bool pairs = false;  ///< measure all of them
  bool check = false;
  double tolerance = 5;  ///< percent, of --check
  std::string out;       ///< file of the profile; empty: the user's folder of profiles, by UUID
  std::string samples;   ///< file of the raw samples; empty: none
  OutputOptions output;
};

/// For people, before it starts: how long calibrating takes on such a device.
std::string how_long(const CalibrationOptions& options);

/// Measures the device and stores its profile and samples; both appear whole or not at all, once everything is
/// measured. Prints what was found. Throws InputError if a file cannot be opened (before anything is measured), and
/// DeviceError.
void run_calibration(const gpu::Device& device, const CalibrationOptions& options, const calibrate::Options& measuring);

/// Measures a few points of the stored profile again and prints them. Throws OutsideTolerance if one is further off,
/// and InputError if there is no profile.
void check_calibration(const gpu::Device& device, const CalibrationOptions& options,
                       const calibrate::Options& measuring);

}  // namespace warpshop::cli
