#pragma once

#include "sim/evaluate/bounds/machines.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"

namespace warpshop::evaluate {

/// What no plan of the instance can fall below in that objective, whatever its order and submission, as far as the
/// machines that count say. O(n log n + e), e the pairs of precedence: a task that comes after others counts as
/// released when those can have ended at the soonest.
///
/// For the makespan the largest of the bounds of this folder. For Σ w_j C_j and L_max the largest of: every task alone
/// from its release; and for each machine alone, its copies at the fastest rates that they can ever see, no stage
/// before the least head of all, and every task's own tail behind its stage. There the best sequence is that by
/// increasing p_j / w_j (Smith), or by increasing d_j - tail_j (Jackson).
Millis lower_bound(const Instance& instance, Objective objective = Objective::makespan, Machines count = kEveryMachine);

/// The instance without precedence, every task released when those that it comes after can have ended at the soonest,
/// and the lags after them have passed.
Instance released_by_chains(Instance instance);

}  // namespace warpshop::evaluate
