#pragma once

#include <string_view>

#include "sim/model/instance.hpp"
#include "sim/model/policy.hpp"
#include "sim/model/share.hpp"

namespace warpshop::share {

/// How a policy shares with these options: its mechanism on this chip, and what is set. Throws InputError: numbers that
/// it does not take here.
Share share_of(std::string_view policy, const Instance& instance, const PlanOptions& options);

/// The plan that shares so: tasks as the workload lists them, a stream each, and what it costs.
Planned share_plan(const Instance& instance, const PlanOptions& options, Share share);

/// Takes over a plan that costs clearly less, or is the first.
void keep_better(Planned& best, Planned planned);

}  // namespace warpshop::share
