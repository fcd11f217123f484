#pragma once

#include <array>
#include <string_view>

#include "calibrate/meter.hpp"
#include "kernels/gpu/handles.hpp"
#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// Of our kernels the one that only computes and the one that only moves memory.
inline constexpr std::array<std::string_view, 2> kProbes{"arithmetic", "stream"};

/// Adds to a profile what its kernels do beside each other (`probes`, `co_run`): all that it has curves of, if both
/// probes are among them. Each stays on every SM with half of the CTAs that an SM holds, alone and beside each probe,
/// while its rate is taken from how many subtasks it has begun at the ends of windows (SteadyRun). Its rate alone, with
/// as many CTAs, becomes a point of its curve where there is none. With Options::all_pairs what is returned is every
/// other pair, measured likewise and not in the profile.
///
/// A pair of which one does not get on, or is more than a tenth faster than alone, is left out with a warning that
/// shows samples. Kernels for which SMs have no room are told, and named in provenance; so is that none were measured,
/// where kernels do not run side by side. Throws DeviceError.
void measure_beside_others(Meter& meter, const gpu::Device& device, Device& profile);

}  // namespace warpshop::calibrate
