#include "sim/replay/replay.hpp"

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/events/shared/shared_simulation.hpp"
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

template <class Compute, class... OfCompute>
Timeline replay_on(const Instance& instance, const Plan& plan, Millis expected, const OfCompute&... of_compute) {
  Platform& platform = Platform::of(instance, plan.share->partitions_of_copies());
  const SimulatedTime time = SimulatedTime::of(expected);
  DeviceReplay<Compute> replay(platform, instance, plan, time, nullptr, *plan.share, of_compute...);
  replay.begin();
  Platform::run();
  Timeline timeline = replay.timeline();
  timeline.residencies = in_order(replay.take_residencies());
  return timeline;
}

Timeline replay_shared(const Instance& instance, const Plan& plan, Millis expected) {
  return evaluate::goes_in_waves(plan) ? replay_on<evaluate::Waves>(instance, plan, expected, true)
                                       : replay_on<evaluate::Shared>(instance, plan, expected);
}

}  // namespace

Timeline replay_here(const Instance& instance, const Plan& plan) {
  if (plan.share) {
    return replay_shared(instance, plan, evaluate::timeline(instance, plan).makespan);
  }
  Platform& platform = Platform::of(instance);
  const SimulatedTime time = SimulatedTime::of(evaluate::makespan(instance, plan));
  DeviceReplay<evaluate::Exclusive> replay(platform, instance, plan, time, nullptr);
  replay.begin();
  Platform::run();
  return replay.timeline();
}

Timeline simulate(const Instance& instance, const Plan& plan) {
  const std::size_t intervals = instance.size() * kStages.size();
  if (plan.share) {
    const Timeline expected = evaluate::timeline(instance, plan);
    return in_own_process({.intervals = intervals, .residencies = enough(expected.residencies.size())},
                          [&] { return replay_shared(instance, plan, expected.makespan); });
  }
  return in_own_process({.intervals = intervals}, [&] { return replay_here(instance, plan); });
}

Millis makespan(const Instance& instance, const Plan& plan) {
  return simulate(instance, plan).makespan;
}

}  // namespace warpshop::replay
