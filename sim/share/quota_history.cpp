#include "sim/share/quotas.hpp"

namespace warpshop::share {

/// As quota-naive, and who has fallen behind its goal is given more, see catch_up() (S1 3).
Controller quota_history(const Instance& instance, const Share& share) {
  static constexpr QuotaRule kRule{.by_history = true, .used_up = add_to_the_rest, .next_epoch = renew};
  return quotas(instance, share, kRule);
}

}  // namespace warpshop::share
