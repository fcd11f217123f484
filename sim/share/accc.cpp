#include "sim/share/credit_ticks.hpp"

namespace warpshop::share {

/// Accelerator credits: clients in turn, each for as many ticks as its credit is of the least one (S4).
Controller accc(const Instance& instance, const Share& share) {
  static constexpr TickRule kRule{.credit = [](const ClientCredit& credit) { return credit.accelerator; }};
  return credit_ticks(instance, share, kRule);
}

}  // namespace warpshop::share
