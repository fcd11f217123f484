#include "sim/replay/replay.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <simgrid/s4u.hpp>

#include "sim/evaluate/evaluate.hpp"
#include "sim/replay/device_replay.hpp"
#include "sim/replay/own_process.hpp"
#include "sim/replay/platform.hpp"
#include "sim/replay/simulated_time.hpp"

namespace warpshop::replay {

namespace {

/// Serves one thing after the other, as a timeline says when; what the SMs, or copy engines of MIG instances, do at
/// once is one thing.
void serve(std::vector<std::pair<Millis, Millis>> spans, const SimulatedTime& time) {
  std::sort(spans.begin(), spans.end());
  for (const auto& [start, end] : spans) {
    if (start > time.now()) {
      simgrid::s4u::this_actor::sleep_until(time.to_simulated(start));
    }
    if (end > time.now()) {
      simgrid::s4u::this_actor::execute(time.to_simulated(end - time.now()));
    }
  }
}

}  // namespace

Timeline replay_here(const Instance& instance, const Plan& plan) {
  Platform& platform = Platform::of(instance);
  if (!plan.share) {
    const SimulatedTime time = SimulatedTime::of(evaluate::makespan(instance, plan));
    DeviceReplay replay(platform, instance, plan, time, nullptr);
    replay.begin();
    Platform::run();
    return replay.timeline();
  }
  const Timeline timeline = evaluate::timeline(instance, plan);
  const SimulatedTime time = SimulatedTime::of(timeline.makespan);
  for (const Stage stage : kStages) {
    std::vector<std::pair<Millis, Millis>> spans;
    for (const Interval& interval : timeline.intervals) {
      if (interval.stage == stage) {
        spans.emplace_back(interval.start, interval.end);
      }
    }
    simgrid::s4u::Host* const host = stage == Stage::kernel
                                         ? platform.compute()
                                         : platform.engine(stage == Stage::h2d ? Direction::h2d : Direction::d2h);
    simgrid::s4u::Actor::create(std::string(name(stage)), host, [spans, time] { serve(spans, time); });
  }
  Platform::run();
  return timeline;
}

Timeline simulate(const Instance& instance, const Plan& plan) {
  return plan.share ? evaluate::timeline(instance, plan)
                    : in_own_process({.intervals = instance.size() * kStages.size()},
                                     [&] { return replay_here(instance, plan); });
}

}  // namespace warpshop::replay
