#include "sim/model/share.hpp"
#include "sim/share/sm_split.hpp"

namespace warpshop::share {

/// One kernel after the other, the longest ready first: what sharing is compared with.
Controller sequential(const Instance& instance, const Share& /*share*/) {
  return [&instance](const Observation& seen) {
    Decision decision;
    if (seen.running.empty() && !seen.ready.empty()) {
      decision.allocations.emplace_back(seen.ready.front(), everything(instance));
    }
    return decision;
  };
}

}  // namespace warpshop::share
