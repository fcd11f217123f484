#pragma once

#include <vector>

#include "sim/model/device.hpp"
#include "sim/report/html/chapter.hpp"

namespace warpshop::report::html {

/// What a profile says of a device, as charts: how fast copies are alone and beside others, over their size; how
/// kernels scale over CTAs and SMs. What it does not say is left out.
std::vector<Section> device_sections(const Device& device);

}  // namespace warpshop::report::html
