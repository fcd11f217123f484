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

/// Exponents of two of a plan's simulated seconds, and whether they are milliseconds.
struct Scale {
  int length = kLength;
  bool in_milliseconds = false;
};

Scale& scale() {
  static Scale scale;
  return scale;
}

}  // namespace

void SimulatedTime::use_milliseconds() {
  scale().in_milliseconds = true;
}

SimulatedTime SimulatedTime::of(Millis length) {
  const int in_milliseconds = length > Millis{0} ? std::ilogb(length.count()) : 0;
  if (scale().in_milliseconds) {
    scale().length = in_milliseconds;
  }
  simgrid::s4u::Engine::set_config("surf/precision", std::ldexp(longest(), kPrecision));
  return SimulatedTime(std::ldexp(1.0, std::min(scale().length - in_milliseconds, kLargestUnit)));
}

double SimulatedTime::longest() {
  return std::ldexp(1.0, scale().length + 2);
}

Millis SimulatedTime::now() const {
  return Millis{simgrid::s4u::Engine::get_clock() / unit_};
}

}  // namespace warpshop::replay
