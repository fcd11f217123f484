#include <memory>

#include "sim/share/sm_partitions.hpp"

namespace warpshop::share {

/// Every SM is split between two kernels, so that their dominant shares of it are as even as they come (S1 2). CTAs
/// leave at the end of their subtasks.
Controller smk_p(const Instance& instance, const Share& share) {
  const auto partitions = std::make_shared<SmDivision>(sm_partitions(instance, share));
  return [partitions](const Observation& seen) {
    const bool changed = partitions->are_there(seen);
    return asked_of(seen, partitions->to_have(), changed);
  };
}

}  // namespace warpshop::share
