#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/model/device.hpp"

namespace warpshop::share {

/// What a chip of so many SMs offers, the largest first (NVIDIA's MIG user guide: A100 with 108 SMs, H100 with 132);
/// empty: no chip that has MIG.
std::span<const MigProfile> mig_profiles(std::int64_t sms);

/// Every set of instances that the chip can be cut into to which none can be added, as positions in mig_profiles(), the
/// largest first.
std::vector<std::vector<std::size_t>> mig_layouts(std::span<const MigProfile> profiles);

}  // namespace warpshop::share
