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
///
/// partitions: the tasks may be in several MIG instances. Copies of one direction then share no engine, only the link:
/// of these bounds those remain that count on no machine, and for the makespan the payloads of a direction over what
/// the link moves, with what comes before the first of them and after the last.
Millis shared_lower_bound(const Instance& instance, Objective objective, bool partitions = false);

}  // namespace warpshop::evaluate
