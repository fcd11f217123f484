#include "sim/share/one_at_a_time.hpp"

namespace warpshop::share {

/// Shortest job first: the kernel that takes least alone, until it ends (S5 6.2).
Controller sjf(const Instance& instance, const Share& share) {
  static constexpr OneAtATimeRule kRule{.key = [](const WaitingKernel& kernel, Millis /*now*/,
                                                  const Instance& /*instance*/) { return kernel.alone.count(); }};
  return one_at_a_time(instance, share, kRule);
}

}  // namespace warpshop::share
