#include "sim/share/one_at_a_time.hpp"

namespace warpshop::share {

/// Completely fair: for a quantum the kernel that has been served least; a newcomer begins with as much as the least of
/// those that are there (S5 6.2).
Controller cfs(const Instance& instance, const Share& share) {
  static constexpr OneAtATimeRule kRule{
      .key = [](const WaitingKernel& kernel, Millis /*now*/,
                const Instance& /*instance*/) { return (kernel.start + kernel.served).count(); },
      .has_quantum = true};
  return one_at_a_time(instance, share, kRule);
}

}  // namespace warpshop::share
