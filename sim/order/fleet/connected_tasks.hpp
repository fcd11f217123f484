#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/model/plan.hpp"
#include "sim/model/split.hpp"  // connected_tasks(): the groups

namespace warpshop::order {

/// The tasks of the chosen groups, in input order.
Order tasks_of(std::span<const Order> groups, std::span<const std::size_t> chosen);

}  // namespace warpshop::order
