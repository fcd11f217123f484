#include "sim/replay/simulated_time.hpp"

#include <algorithm>
#include <cmath>

#include <simgrid/s4u/Engine.hpp>

namespace warpshop::replay {
namespace {

// Exponents of two.
constexpr int kLength = 20;         ///< simulated seconds of a plan
constexpr int kPrecision = -50;     ///< to the last date
constexpr int kLargestUnit = 1000;  ///< a double has no more

}  // namespace

SimulatedTime SimulatedTime::of(Millis length) {
  const int in_milliseconds = length > Millis{0} ? std::ilogb(length.count()) : 0;
  simgrid::s4u::Engine::set_config("surf/precision", std::ldexp(longest(), kPrecision));
  return SimulatedTime(std::ldexp(1.0, std::min(kLength - in_milliseconds, kLargestUnit)));
}

double SimulatedTime::longest() {
  return std::ldexp(1.0, kLength + 2);
}

Millis SimulatedTime::now() const {
  return Millis{simgrid::s4u::Engine::get_clock() / unit_};
}

}  // namespace warpshop::replay
