#pragma once

#include "sim/evaluate/bounds/machines.hpp"
#include "sim/model/instance.hpp"

namespace warpshop::evaluate {

/// The one host thread as a machine, and what a task takes of it: head, its release; work, Job's host work and what the
/// thread waits for at the least, which is all of the task up to its last copy that blocks; tail, what is then left of
/// the task. Breadth first it is the copies that block alone, and nothing is known of the tail. Nothing of a thread a
/// task.
Visit host_visit(const Instance& instance, std::uint32_t task);

/// Machine::bound() of host_visit() over all tasks; 0 of a thread a task.
Millis host_bound(const Instance& instance);

}  // namespace warpshop::evaluate
