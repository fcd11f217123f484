#pragma once

#include <vector>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/model/client_comparison.hpp"
#include "sim/model/plan.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {

/// Simulates the plan of each result again at every corner of what it rests on, see assumed_corners(), with the same
/// requests, and the clients alone under `unshared` as well; sets what judge_at_corners() does, and
/// ClientsResult::assumed. The problem is prepared. jobs ≥ 1 threads; the result does not depend on it.
void judge_over_assumed(const Problem& problem, const Plan& unshared, const evaluate::ClientRun& run, unsigned jobs,
                        std::vector<ClientsResult>& results);

}  // namespace warpshop::study
