#include "sim/replay/replay.hpp"

#include "sim/evaluate/evaluate.hpp"
#include "sim/replay/device_replay.hpp"
#include "sim/replay/own_process.hpp"
#include "sim/replay/platform.hpp"
#include "sim/replay/simulated_time.hpp"

namespace warpshop::replay {

namespace {

/// More than a replay has that goes like the evaluation does, with rounding elsewhere.
std::size_t enough(std::size_t residencies) {
  constexpr std::size_t kFew = 4096;
  return 2 * residencies + kFew;
}

Timeline simulate_shared(const Instance& instance, const Plan& plan) {
  const Timeline expected = evaluate::timeline(instance, plan);
  const TimelineRoom room{.intervals = instance.size() * kStages.size(),
                          .residencies = enough(expected.residencies.size())};
  return in_own_process(room, [&] {
    Platform& platform = Platform::of(instance);
    const SimulatedTime time = SimulatedTime::of(expected.makespan);
    DeviceReplay<evaluate::Shared> replay(platform, instance, plan, time, nullptr, *plan.share);
    replay.begin();
    Platform::run();
    Timeline timeline = replay.timeline();
    timeline.residencies = in_order(replay.take_residencies());
    return timeline;
  });
}

}  // namespace

Timeline simulate(const Instance& instance, const Plan& plan) {
  if (plan.share) {
    return simulate_shared(instance, plan);
  }
  return in_own_process({.intervals = instance.size() * kStages.size()}, [&] {
    Platform& platform = Platform::of(instance);
    const SimulatedTime time = SimulatedTime::of(evaluate::makespan(instance, plan));
    DeviceReplay<evaluate::Exclusive> replay(platform, instance, plan, time, nullptr);
    replay.begin();
    Platform::run();
    return replay.timeline();
  });
}

Millis makespan(const Instance& instance, const Plan& plan) {
  return simulate(instance, plan).makespan;
}

}  // namespace warpshop::replay
