#include "sim/share/one_at_a_time.hpp"

namespace warpshop::share {

/// Round robin: each has the GPU for a quantum, and is then behind all others (S5 6.2).
Controller rr(const Instance& instance, const Share& share) {
  static constexpr OneAtATimeRule kRule{.key = [](const WaitingKernel& kernel, Millis /*now*/,
                                                  const Instance& /*instance*/) { return kernel.turn.count(); },
                                        .has_quantum = true};
  return one_at_a_time(instance, share, kRule);
}

}  // namespace warpshop::share
