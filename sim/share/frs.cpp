#include "sim/share/one_at_a_time.hpp"

namespace warpshop::share {

/// Fair by slowdown: for a quantum the kernel that would be slowest if it had the GPU from now on: (waited + served +
/// left) / alone is the largest (S5 6.2).
Controller frs(const Instance& instance, const Share& share) {
  static constexpr OneAtATimeRule kRule{
      .key = [](const WaitingKernel& kernel, Millis now,
                const Instance& /*instance*/) { return -((now - kernel.ready + kernel.left()) / kernel.alone); },
      .has_quantum = true};
  return one_at_a_time(instance, share, kRule);
}

}  // namespace warpshop::share
