#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "sim/model/instance.hpp"

namespace warpshop::order {

inline constexpr std::uint32_t kNoTwin = std::numeric_limits<std::uint32_t>::max();

/// By task: the one before it in the workload that is the same in all that a plan's cost depends on, or kNoTwin. Orders
/// in which two twins change places cost the same, so a search may let them go in the order of the workload. Tasks that
/// precedence names have none.
std::vector<std::uint32_t> earlier_twins(const Instance& instance);

}  // namespace warpshop::order
