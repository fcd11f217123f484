#include "sim/share/quotas.hpp"

namespace warpshop::share {

/// Every epoch counters are what the quota is. Where all are used up on an SM before it ends, kernels without a goal
/// have theirs added again (S1 3).
Controller quota_naive(const Instance& instance, const Share& share) {
  static constexpr QuotaRule kRule{.used_up = add_to_the_rest, .next_epoch = renew};
  return quotas(instance, share, kRule);
}

}  // namespace warpshop::share
