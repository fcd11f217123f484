#include "sim/share/credit_ticks.hpp"

namespace warpshop::share {

/// Augmented credit: a tick for the client that waits with most (credit + what is left of its CPU credit) (S4).
Controller augc(const Instance& instance, const Share& share) {
  static constexpr TickRule kRule{
      .credit = [](const ClientCredit& credit) { return credit.accelerator; },
      .key = [](double credit, double cpu_credit_left) { return credit + cpu_credit_left; }};
  return credit_ticks(instance, share, kRule);
}

}  // namespace warpshop::share
