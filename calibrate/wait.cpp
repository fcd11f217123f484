#include "calibrate/wait.hpp"

#include <chrono>
#include <thread>

namespace warpshop::calibrate {
namespace {

constexpr Millis kCoarse{1};  // what sleeping is good for

}  // namespace

void wait_for(Millis time) {
  if (time > kCoarse) {
    std::this_thread::sleep_for(time);
    return;
  }
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

}  // namespace warpshop::calibrate
