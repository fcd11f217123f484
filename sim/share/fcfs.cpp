#include <algorithm>
#include <cstdint>

#include "sim/model/share.hpp"
#include "sim/model/whole_gpu.hpp"
#include "sim/share/clients.hpp"

namespace warpshop::share {

/// First come, first served: every call goes to the driver at once, and they run one after the other. While calls of
/// several clients are there, running or not, a part `loss` of the GPU is the driver's (S4's case without a scheduler;
/// the source does not say how much).
Controller fcfs(const Instance& instance, const Share& share) {
  return [&instance, clients = Clients(instance), loss = share.settings.number("loss")](const Observation& seen) {
    Decision decision;
    const bool runs = !seen.running.empty();
    if (!runs && seen.ready.empty()) {
      return decision;
    }
    const std::uint32_t one = clients.of(runs ? seen.running.begin()->task : seen.ready.front());
    const bool several =
        std::any_of(seen.ready.begin(), seen.ready.end(), [&](std::uint32_t task) { return clients.of(task) != one; });
    decision.speed = several ? 1 - loss : 1;
    if (!runs) {
      decision.allocations.emplace_back(seen.ready.front(), everything(instance));
    }
    return decision;
  };
}

}  // namespace warpshop::share
