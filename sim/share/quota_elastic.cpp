#include "sim/share/quotas.hpp"

namespace warpshop::share {

/// Where all quotas are used up on an SM, all are added again, so that debts stay; and by history (S1 3).
Controller quota_elastic(const Instance& instance, const Share& share) {
  static constexpr QuotaRule kRule{.by_history = true, .used_up = add_quota, .next_epoch = renew_but_debt};
  return quotas(instance, share, kRule);
}

}  // namespace warpshop::share
