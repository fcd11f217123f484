#include "sim/share/credit_ticks.hpp"

namespace warpshop::share {

/// Feedback: as accc(), but credits are corrected toward the part of the time that each client wants (S4, which
/// describes it; how is ours). Wanted, unless it is given: the client's part of all credits.
Controller slaf(const Instance& instance, const Share& share) {
  static constexpr TickRule kRule{.credit = [](const ClientCredit& credit) { return credit.accelerator; },
                                  .feedback = true};
  return credit_ticks(instance, share, kRule);
}

}  // namespace warpshop::share
