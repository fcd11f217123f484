#include "sim/share/credit_ticks.hpp"

namespace warpshop::share {

/// The hypervisor's credits: as accc(), but by what a client is credited with of the host's CPUs (S4, which names it).
Controller xc(const Instance& instance, const Share& share) {
  static constexpr TickRule kRule{.credit = [](const ClientCredit& credit) { return credit.cpu; }};
  return credit_ticks(instance, share, kRule);
}

}  // namespace warpshop::share
