#include "sim/share/quotas.hpp"

namespace warpshop::share {

/// Kernels with a goal go first on every SM, the others have what is left of the epoch (S1 3); quotas as those of
/// quota-rollover (ours).
Controller quota_time(const Instance& instance, const Share& share) {
  static constexpr QuotaRule kRule{
      .by_history = true, .goals_first = true, .used_up = add_nothing, .next_epoch = carry_over};
  return quotas(instance, share, kRule);
}

}  // namespace warpshop::share
