#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sim/model/device.hpp"

namespace warpshop::share {

/// Every set of instances that a chip can be cut into to which none can be added, as positions in its profiles, the
/// largest first. They fill its slices of compute and of memory at most: what fits so can be placed as well on all
/// chips so far.
std::vector<std::vector<std::size_t>> mig_layouts(const MigModel& mig);

/// Instances of so many compute slices each, the largest first: of the profiles that have as many the one with the
/// fewest memory slices, so that seven of one slice are seven `1g.10gb`. More may fit beside them. Nothing: the chip
/// has no such profile, or they do not fit it together.
std::optional<std::vector<std::size_t>> mig_layout(const MigModel& mig, const std::vector<double>& compute);

}  // namespace warpshop::share
