#pragma once

#include "calibrate/copy_stream.hpp"
#include "calibrate/meter.hpp"
#include "calibrate/opposing_copies.hpp"
#include "calibrate/timed_kernel.hpp"
#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// Speeds of pinned copies beside a memory-bound kernel that runs throughout, and of that kernel beside a copy that
/// does, over their speeds alone.
Interference measure_interference(Meter& meter, const TimedKernel& streaming, const KnownCopies& h2d,
                                  const KnownCopies& d2h);

}  // namespace warpshop::calibrate
