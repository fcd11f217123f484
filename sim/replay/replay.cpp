#include "sim/replay/replay.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include <simgrid/s4u.hpp>

#include "sim/evaluate/fleet_evaluate.hpp"
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

/// Of a fleet of one whose kernels share: engines at work when the simulation says so.
Timeline gone_through(const Fleet& fleet, const Plan& plan) {
  const Platform& platform = *Platform::of(fleet).front();
  Timeline timeline = evaluate::timeline(fleet, plan);
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

}  // namespace

Timeline replay_here(const Fleet& fleet, const Plan& plan) {
  if (plan.share) {
    return gone_through(fleet, plan);
  }
  const std::vector<Platform*> platforms = Platform::of(fleet);
  const std::vector<Plan> plans = device_plans(plan);
  const SimulatedTime time = SimulatedTime::of(evaluate::makespan(fleet, plan));
  std::deque<DeviceReplay> replays;
  for (std::size_t device = 0; device < plans.size(); ++device) {
    replays.emplace_back(*platforms[device], fleet.devices[device], plans[device], time, fleet.seat(device));
  }
  for (DeviceReplay& replay : replays) {
    replay.begin();
  }
  Platform::run();
  std::vector<Timeline> timelines;
  timelines.reserve(replays.size());
  for (const DeviceReplay& replay : replays) {
    timelines.push_back(replay.timeline());
  }
  return merged(std::move(timelines));
}

Timeline simulate(const Fleet& fleet, const Plan& plan) {
  return plan.share ? evaluate::timeline(fleet, plan)
                    : in_own_process({.intervals = fleet.size() * kStages.size(), .devices = fleet.devices.size()},
                                     [&] { return replay_here(fleet, plan); });
}

}  // namespace warpshop::replay
