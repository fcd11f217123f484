#include <algorithm>
#include <cstddef>

#include "sim/share/sm_split.hpp"

namespace warpshop::share {

/// Spatial partitioning: all kernels that are there have equal shares of the SMs, in whole numbers (S1 2.5). Kernels
/// that share with nobody wait until nobody runs.
Controller spart(const Instance& instance, const Share& /*share*/) {
  return [&instance](const Observation& seen) {
    Decision decision;
    std::vector<std::uint32_t> together;
    for (const Running& kernel : seen.running) {
      together.push_back(kernel.task);
    }
    const std::uint32_t sms = sms_of(instance);
    const bool alone = together.size() == 1 && !shape(instance, together.front());
    for (const std::uint32_t task : seen.ready) {
      const bool shares = shape(instance, task).has_value();
      if (together.empty() || (!alone && shares && together.size() < sms)) {
        together.push_back(task);
      }
      if (!shares) {
        break;  // its turn comes when those ahead have ended
      }
    }
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < together.size(); ++i) {
      const auto own = static_cast<std::uint32_t>((sms - first) / (together.size() - i));
      decision.allocations.emplace_back(together[i], all_on(first, own));
      first += own;
    }
    return decision;
  };
}

}  // namespace warpshop::share
