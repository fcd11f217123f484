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

/// Goals as parts of the speed of kernels alone. Let K be the time of a request's kernels alone, C that of its copies:
///
///     share p             p
///     rate r              K / (1 / r - C); of a client of several streams, whose copies run beside its kernels, r K
///     latency L           K / (L - C)
///
/// (S1 3: progress = instructions / (kernel time - transfer time)). Of a client whose requests come by themselves, who
/// have to wait for each other, so much more that late_in_queue() of its quantile keeps the latency, as if they came at
/// random and all had the same work (ours). At most 1; 1 as well where nothing would do. Tasks of a batch have none.
KernelOwners kernel_owners(const Instance& instance);

/// P(wait > t times of service) of requests that come at random, take the same time each, and are served one after the
/// other (M/D/1). For t < 4 Crommelin's formula, 1 - (1 - load) Σ_{i ≤ t} (load (i - t))^i / i! e^{-load (i - t)};
/// beyond what that comes to as t grows, and it can no longer be summed: (1 - load) / (load e^x - 1) e^{-x t}, with x >
/// 0 from load (e^x - 1) = x. load ≥ 0; 1 from a load of 1 on, and of times below 0.
double late_in_queue(double load, double wait);

}  // namespace warpshop::share
