#pragma once

#include <cstddef>
#include <vector>

#include "sim/model/device.hpp"

namespace warpshop::share {

/// Every set of instances that a chip can be cut into to which none can be added, as positions in its profiles, the
/// largest first. They fill its slices of compute and of memory at most: what fits so can be placed as well on all
/// chips so far.
std::vector<std::vector<std::size_t>> mig_layouts(const MigModel& mig);

}  // namespace warpshop::share
