#pragma once

#include <string>
#include <vector>

#include "sim/model/comparison.hpp"
#include "sim/model/drawn_plan.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {

/// The plans of a comparison that are to be drawn: those of the policies named, in that order; where none is, the best
/// and that of fifo, or of the first policy below with another plan where fifo is the best. Throws InputError: a policy
/// that is not in the comparison.
std::vector<DrawnPlan> drawn_plans(const Problem& problem, const Comparison& comparison, const EngineChoice& engine,
                                   const std::vector<std::string>& policies);

}  // namespace warpshop::study
