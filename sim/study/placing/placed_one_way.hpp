#pragma once

#include "sim/study/placing/place_jobs.hpp"

namespace warpshop::study {

/// place_jobs() by the one way of sharing that the settings name, for a workload that is not too large.
Placing placed_one_way(const Workload& workload, const SetDevices& devices, const PlacingSettings& settings);

}  // namespace warpshop::study
