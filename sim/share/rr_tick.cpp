#include "sim/share/credit_ticks.hpp"

namespace warpshop::share {

/// Round robin of clients, a tick each (S4). rr() gives turns to kernels, and interrupts them.
Controller rr_tick(const Instance& instance, const Share& share) {
  static constexpr TickRule kRule{.credit = [](const ClientCredit& /*all alike*/) { return 1.0; }};
  return credit_ticks(instance, share, kRule);
}

}  // namespace warpshop::share
