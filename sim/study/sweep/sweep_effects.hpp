#pragma once

#include <vector>

#include "sim/model/sweep.hpp"

namespace warpshop::study {

/// What each axis does, by its values beside all that the other axes have: of a sweep whose cells are there.
std::vector<SweepEffect> sweep_effects(const Sweep& sweep);

}  // namespace warpshop::study
