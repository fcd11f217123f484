#include <memory>

#include "sim/share/sm_partitions.hpp"

namespace warpshop::share {

/// Every SM is split between two kernels, so that their dominant shares of it are as even as they come (S1 2). CTAs
/// leave at the end of their subtasks.
Controller smk_p(const Instance& instance, const Share& share) {
  const auto partitions =
      std::make_shared<SmPartitions>(instance, share.form, static_cast<std::size_t>(share.settings.number("kernels")));
  return [partitions](const Observation& seen) {
    const bool changed = partitions->are_there(tasks_there(seen));
    return asked_of(seen, partitions->ctas(), changed);
  };
}

}  // namespace warpshop::share
