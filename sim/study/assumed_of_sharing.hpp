#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "sim/model/device.hpp"

namespace warpshop::study {

/// What of a device's profile rests on guesses where these kernels share it: paths of what its SMs hold, what was
/// measured together, and of the kernels category, cta, eviction, transformation and curves, each curve as a whole.
std::vector<std::string> assumed_of_sharing(const Device& device, const std::set<std::string, std::less<>>& kernels);

/// Those of its assumed values on which the energy of a workload with these kernels rests.
std::vector<std::string> assumed_of_power(const Device& device, const std::set<std::string, std::less<>>& kernels);

}  // namespace warpshop::study
