#pragma once

#include <vector>

#include "sim/model/workload.hpp"

namespace warpshop::io {

/// Tasks that stand beside clients: each, and each of its repeats, is a client that asks once, at its release; tasks of
/// one job, one after the other, are one such client, called after the job. Adds them behind the clients that there
/// are. marks: of all clients; of_tasks: of the tasks. Throws InputError: what one that asks once has no use for.
void add_as_clients(const std::vector<Task>& tasks, const NameMarks& of_tasks, Workload& workload, NameMarks& marks);

}  // namespace warpshop::io
