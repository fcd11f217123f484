#pragma once

#include "sim/model/units.hpp"

namespace warpshop::calibrate {

/// Lets time pass for the thread that calls: sleeps, or looks at the clock where that would be too coarse.
void wait_for(Millis time);

}  // namespace warpshop::calibrate
