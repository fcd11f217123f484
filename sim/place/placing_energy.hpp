#pragma once

#include <optional>

#include "sim/model/energy.hpp"
#include "sim/place/placing_problem.hpp"

namespace warpshop::place {

/// Energy = Σ P_i t_i (S2): every GPU draws `idle` until the last job has ended, and a job adds what it draws above
/// that in proportion to its speed, so that it takes the same energy whoever is beside it; its phases are averaged.
/// Nothing unless all GPUs say what they draw.
std::optional<Energy> placing_energy(const PlacingProblem& problem, const Placement& placement);

}  // namespace warpshop::place
