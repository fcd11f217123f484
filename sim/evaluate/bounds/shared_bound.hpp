#pragma once

#include "sim/model/instance.hpp"
#include "sim/model/objective.hpp"
#include "sim/model/units.hpp"

namespace warpshop::evaluate {

/// The least that a task's kernel can take, however kernels share the GPU: what it takes alone, in the faster of its
/// two forms, as no kernel ends sooner with fewer SMs or CTAs (events/shared/last_round.hpp) or beside others; of one
/// of more CTAs than fit that has others beside it, what it takes at its full rate; less by what copies beside it can
/// make it faster. The instance is prepared, see prepare_sharing().
Millis least_shared_time(const Instance& instance, std::uint32_t task);

/// What no plan is below that lets kernels share the GPU, in that objective: the bounds of this folder without the
/// compute engine, each kernel at least_shared_time(), in bounds by pairs of machines at the least of all, copies as
/// fast as interference can make them; for the makespan also the work of all kernels over what each resource (issue
/// slots, DRAM, L1) can serve.
Millis shared_lower_bound(const Instance& instance, Objective objective);

}  // namespace warpshop::evaluate
