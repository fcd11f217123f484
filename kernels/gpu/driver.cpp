#include "kernels/gpu/driver.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include <sys/prctl.h>

namespace warpshop::gpu {

bool Driver::abandoned() const noexcept {
  return abandoned_;
}

Millis Driver::now() {
  return std::chrono::steady_clock::now().time_since_epoch();
}

/// What kernels write into mapped memory wakes nobody, so it is looked at again soon.
void Driver::pause(Millis at_most) {
  constexpr Millis kLook{0.01};
  prctl(PR_SET_TIMERSLACK, 1UL);  // wake when told, not up to 50 us later
  std::this_thread::sleep_for(std::min(at_most, kLook));
}

}  // namespace warpshop::gpu
