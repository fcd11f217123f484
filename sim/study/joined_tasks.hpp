#pragma once

#include <cstddef>

#include "sim/model/fleet.hpp"
#include "sim/model/objective.hpp"

namespace warpshop::study {

/// Of several GPUs, how many tasks `after` joins so that they stay on one of them, where no plan is below what these
/// take there: the group whose bound alone is that of all. 0: no such group.
std::size_t joined_tasks(const Fleet& fleet, Objective objective);

}  // namespace warpshop::study
