#pragma once

#include "calibrate/meter.hpp"
#include "calibrate/timed_kernel.hpp"
#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// What commands that follow each other in one stream take more than the sum of what each takes alone, for each time
/// that one follows another; at least 0. Of this kernel and a short pinned copy.
StreamGaps measure_stream_gaps(Meter& meter, const TimedKernel& kernel);

}  // namespace warpshop::calibrate
