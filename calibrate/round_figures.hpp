#pragma once

#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// Rounds every measured figure of a profile to five significant digits, and interval ends to a multiple of 1e-5 of
/// their value, outwards: more digits than any measurement has, few enough to be read.
void round_figures(Device& device);

}  // namespace warpshop::calibrate
