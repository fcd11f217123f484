#include "sim/share/quotas.hpp"

namespace warpshop::share {

/// What a kernel with a goal has not used of its quota it may use in the next epoch; and by history (S1 3). Where all
/// are used up, as quota-naive (ours).
Controller quota_rollover(const Instance& instance, const Share& share) {
  static constexpr QuotaRule kRule{.by_history = true, .used_up = add_to_the_rest, .next_epoch = carry_over};
  return quotas(instance, share, kRule);
}

}  // namespace warpshop::share
