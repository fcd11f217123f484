#pragma once

#include <vector>

#include "sim/model/instance.hpp"

namespace warpshop::test {

/// Time slices, in whole milliseconds.
struct SlowSlices {
  int slice = 2;
  int patience = 0;
};

/// When each kernel starts and ends, by task, millisecond after millisecond, written from docs/sharing.md alone. Of
/// tasks that are kernels which fill the GPU, all times whole milliseconds, kernels above 0.
struct SlowTurns {
  std::vector<int> starts;
  std::vector<int> ends;
};

/// The whole GPU for each client in turn.
SlowTurns slow_slices(const Instance& instance, const SlowSlices& slices);

/// So many hardware queues, which kernels enter when their host threads issue them, one a task; kernels one at a time
/// as they come to the fronts.
SlowTurns slow_queues(const Instance& instance, int queues);

}  // namespace warpshop::test
