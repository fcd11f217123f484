#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/model/instance.hpp"

namespace warpshop::test {

/// A MIG instance as copies see it.
struct SlowPartition {
  bool one_engine = false;  ///< for both directions
};

/// When every copy ends, [task][Direction], in milliseconds; of no account for a missing one. Of tasks that are copies
/// alone, each a stream of its own, in partitions with copy engines of their own that share the GPU's link: from what
/// docs/sharing.md says, step by step, nothing of the simulation's.
std::vector<std::array<double, 2>> slow_copies(const Instance& instance, const std::vector<SlowPartition>& partitions,
                                               const std::vector<std::uint32_t>& home);

}  // namespace warpshop::test
