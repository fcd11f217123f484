#pragma once

#include <cstdint>

#include "sim/model/client.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// How tasks of a batch come again and again.
struct TasksAtRate {
  PerSecond rate;             ///< of all together, > 0: a Poisson process
  Millis horizon{0};          ///< > 0
  std::uint32_t streams = 1;  ///< tasks of one name that the GPU has at once, ≥ 1
};

/// The tasks of a batch as clients: each name is one, with the part of the rate that its count is of all counts, which
/// is what tasks are that are drawn at random as often as they count. All are of one family, as one process has them.
/// Releases, weights and due dates are not read. No task comes after another, kMostRequests come at most, and there are
/// kMostTasks at most in all streams.
Workload clients_of_tasks(Workload batch, const TasksAtRate& coming);

}  // namespace warpshop
