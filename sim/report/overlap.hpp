#pragma once

#include "sim/model/timeline.hpp"

namespace warpshop::report {

/// Fraction of the makespan, 0 … 1, during which two or three engines of a device serve something at once, on average
/// over the devices; 0 for an empty timeline.
double overlapped_share(const Timeline& timeline);

}  // namespace warpshop::report
