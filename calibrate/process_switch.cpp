#include "calibrate/process_switch.hpp"

#include <chrono>
#include <utility>

namespace warpshop::calibrate {
namespace {

constexpr int kRoundsOfPingPong = 16;

/// Of one round, on average; the first, which may find a context that others left, does not count.
Millis round_time(const PingPong& processes, bool own_runs, bool other_runs) {
  Millis start{0};
  for (int round = 0; round <= kRoundsOfPingPong; ++round) {
    start = round == 1 ? processes.now() : start;
    processes.own(own_runs);
    processes.other(other_runs);
  }
  return (processes.now() - start) / kRoundsOfPingPong;
}

}  // namespace

Measured measure_process_switch(Meter& meter, const PingPong& processes) {
  return meter.measure("context switch", [&] {
    const Millis none = round_time(processes, false, false);
    const Millis own = round_time(processes, true, false);
    const Millis other = round_time(processes, false, true);
    const Millis both = round_time(processes, true, true);
    return (both - own - other + none) / 2;
  });
}

PingPong ping_pong(const TimedKernel& kernel, std::function<void(bool runs)> other) {
  return {.own =
              [&kernel](bool runs) {
                if (runs) {
                  kernel.submit();
                  kernel.stream().synchronize();
                }
              },
          .other = std::move(other),
          .now = [] { return Millis(std::chrono::steady_clock::now().time_since_epoch()); }};
}

}  // namespace warpshop::calibrate
