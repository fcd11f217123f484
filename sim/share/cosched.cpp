#include "sim/share/credit_ticks.hpp"

namespace warpshop::share {

/// Coscheduled with the host's CPUs: a tick for the client with most credit of those that wait and whose virtual CPU is
/// on a CPU in that period; if there is none, of all that wait (S4).
Controller cosched(const Instance& instance, const Share& share) {
  static constexpr TickRule kRule{.credit = [](const ClientCredit& credit) { return credit.accelerator; },
                                  .key = [](double credit, double /*cpu_credit_left*/) { return credit; },
                                  .on_cpu_first = true};
  return credit_ticks(instance, share, kRule);
}

}  // namespace warpshop::share
