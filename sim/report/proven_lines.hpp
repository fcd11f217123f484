#pragma once

#include <string>
#include <vector>

#include "sim/model/comparison.hpp"
#include "sim/model/simulation.hpp"

namespace warpshop::report {

/// What `(proven)` means in a comparison, `best (proven): best of all orders in …`: of which plans those of some
/// policies are the best, a line for each kind that is there. Without line ends.
std::vector<std::string> proven_lines(const Comparison& comparison);

/// The same of one plan, which is proven.
std::string proven_line(const Simulation& simulation);

}  // namespace warpshop::report
