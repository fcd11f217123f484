#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/model/instance.hpp"

namespace warpshop::share {

/// Whose kernels a controller deals with: the clients; of a batch the tasks.
struct KernelOwners {
  std::vector<std::uint32_t> of_task;        ///< by task
  std::vector<std::optional<double>> goals;  ///< by owner, 0 < part ≤ 1 of its kernels' speed alone; nothing: none
};

/// Goals as parts of the speed of kernels alone (S1 3: progress = instructions / (kernel time - transfer time)). Let K
/// be the time of a request's kernels alone, C that of its copies:
///
///     share p             p
///     rate r              r K
///     latency L           K / (L - C)
///
/// at most 1; 1 as well where the copies alone take longer. Tasks of a batch have none.
KernelOwners kernel_owners(const Instance& instance);

}  // namespace warpshop::share
