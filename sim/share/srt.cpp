#include "sim/share/one_at_a_time.hpp"

namespace warpshop::share {

/// Shortest remaining time: the kernel of which least is left, chosen anew whenever one becomes ready (S5 6.2).
Controller srt(const Instance& instance, const Share& share) {
  static constexpr OneAtATimeRule kRule{.key = [](const WaitingKernel& kernel, Millis /*now*/,
                                                  const Instance& /*instance*/) { return kernel.left().count(); },
                                        .at_arrivals = true};
  return one_at_a_time(instance, share, kRule);
}

}  // namespace warpshop::share
