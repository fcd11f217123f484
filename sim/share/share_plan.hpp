#pragma once

#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/policy.hpp"
#include "sim/model/share.hpp"

namespace warpshop::share {

/// The plan that shares so: tasks as the workload lists them, a stream each, and what it costs.
Planned share_plan(const Instance& instance, const PlanOptions& options, Share share);

/// The cheapest of several splits of one share, the first of equal ones. splits is not empty.
Planned best_of(const Instance& instance, const PlanOptions& options, const Share& share,
                const std::vector<std::vector<double>>& splits);

/// Two kernels on every SM, and each on SMs of its own; split: see the policies.
Share smk_share(const std::vector<double>& split = {});
Share smt_share(const std::vector<double>& split = {});

/// A stream a task on so many hardware queues; none said: as many as GPUs have.
Share leftover_share(const std::vector<double>& queues = {});

}  // namespace warpshop::share
