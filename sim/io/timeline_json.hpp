#pragma once

#include <ostream>

#include "sim/model/simulation.hpp"

namespace warpshop::io {

/// `warpshop.timeline/1`: the plan and every interval, numbers unrounded. Intervals are written one by one.
void write_json(std::ostream& out, const Simulation& simulation);

}  // namespace warpshop::io
