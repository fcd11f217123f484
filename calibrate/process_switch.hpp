#pragma once

#include <functional>

#include "calibrate/meter.hpp"
#include "calibrate/timed_kernel.hpp"
#include "sim/model/units.hpp"

namespace warpshop::calibrate {

/// Two processes that use the GPU in turn. Each runs a tiny kernel to its end when it is its turn, if it is told so.
struct PingPong {
  std::function<void(bool runs)> own;
  std::function<void(bool runs)> other;
  std::function<Millis()> now;  ///< of a clock that does not go back
};

/// What a kernel waits longer for if the one before it was of another process. A round is a turn of each. With r of
/// rounds in which both run a kernel, one alone does, or none: r(both) - r(own) - r(other) + r(none), of which
/// launches, kernels and what the processes tell each other cancel out, and two changes of context are left. The median
/// may be below 0 where these cost nothing.
Measured measure_process_switch(Meter& meter, const PingPong& processes);

/// The process that this is: turns of the kernel, by the steady clock.
PingPong ping_pong(const TimedKernel& kernel, std::function<void(bool runs)> other);

}  // namespace warpshop::calibrate
