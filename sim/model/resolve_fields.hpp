#pragma once

#include "sim/model/instance.hpp"

namespace warpshop {

/// The pairs of tasks that `after` stands for, repeats expanded: every repeat of a task waits for every repeat of what
/// it names. Throws InputError at the task: more than kMostPrecedences pairs.
std::vector<Precedence> precedence_of(const Workload& workload);

/// The lists by task of an instance that has its jobs: what resolve() makes of `weight`, `due`, `after`, `family` and
/// `footprint`.
void resolve_fields(const Workload& workload, const Device& device, Instance& instance);

}  // namespace warpshop
