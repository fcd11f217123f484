#pragma once

#include "calibrate/kernel_bed.hpp"
#include "calibrate/lane.hpp"
#include "calibrate/meter.hpp"
#include "calibrate/opposing_copies.hpp"
#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// Speeds of pinned copies beside a memory-bound kernel that runs throughout, and of that kernel beside a copy that
/// does, over their speeds alone.
Interference measure_interference(Meter& meter, const KernelBed& streaming, const KnownLane& h2d, const KnownLane& d2h);

}  // namespace warpshop::calibrate
