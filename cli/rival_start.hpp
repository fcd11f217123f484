#pragma once

#include "cli/hardware.hpp"
#include "dispatch/validation/rivals.hpp"
#include "sim/model/device.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::cli {

/// Rivals that run the tasks of a workload by processes of this program: `warpshop client`. profile, options: what they
/// are told of the device.
dispatch::RivalStart rival_start(const Workload& workload, const ChosenProfile& profile, const ProfileOptions& options,
                                 const HardwareOptions& hardware);

/// The limits of MPS that the simulator finds best, or why there are none.
void find_mps_limits(dispatch::RivalStart& start, const Workload& realised, const Device& profile);

}  // namespace warpshop::cli
