#pragma once

#include <memory>
#include <vector>

#include "sim/evaluate/clients/client_simulation.hpp"
#include "sim/model/client_comparison.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"
#include "sim/study/problem.hpp"

namespace warpshop::study {

/// What is simulated at a corner of what is assumed.
struct AssumedEnd {
  Instance instance;
  std::vector<ClientFigures> alone;  ///< what each client gets with the GPU to itself there
};

/// Simulates the plan of each result again at every corner of what it rests on, see assumed_corners(), with the same
/// requests, and the clients alone under `unshared` as well; sets what judge_at_corners() does, and
/// ClientsResult::assumed. The problem is prepared. jobs ≥ 1 threads; the result does not depend on it. Returns, by
/// result, the corner at which it does worst, see is_better(); null: it rests on nothing of which a range is known.
std::vector<std::shared_ptr<const AssumedEnd>> judge_over_assumed(const Problem& problem, const Plan& unshared,
                                                                  const evaluate::ClientRun& run, unsigned jobs,
                                                                  std::vector<ClientsResult>& results);

}  // namespace warpshop::study
