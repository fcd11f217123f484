#include "sim/replay/replay.hpp"

#include "sim/evaluate/evaluate.hpp"
#include "sim/replay/device_replay.hpp"
#include "sim/replay/own_process.hpp"
#include "sim/replay/platform.hpp"
#include "sim/replay/simulated_time.hpp"

namespace warpshop::replay {

Timeline simulate(const Instance& instance, const Plan& plan) {
  return in_own_process(instance.size() * kStages.size(), 0, [&] {
    Platform& platform = Platform::of(instance.rates);
    const SimulatedTime time = SimulatedTime::of(evaluate::makespan(instance, plan));
    DeviceReplay replay(platform, instance, plan, time);
    replay.begin();
    Platform::run();
    return replay.timeline();
  });
}

Millis makespan(const Instance& instance, const Plan& plan) {
  return simulate(instance, plan).makespan;
}

}  // namespace warpshop::replay
