#include "sim/replay/fleet_replay.hpp"

#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "sim/evaluate/fleet_evaluate.hpp"
#include "sim/replay/device_replay.hpp"
#include "sim/replay/own_process.hpp"
#include "sim/replay/platform.hpp"
#include "sim/replay/replay.hpp"
#include "sim/replay/simulated_time.hpp"

namespace warpshop::replay {
namespace {

Timeline replayed(const Fleet& fleet, const Plan& plan) {
  const std::vector<Platform*> platforms = Platform::of(fleet);
  const std::vector<Plan> plans = device_plans(plan);
  const SimulatedTime time = SimulatedTime::of(evaluate::makespan(fleet, plan));
  std::deque<DeviceReplay> replays;
  for (std::size_t device = 0; device < plans.size(); ++device) {
    replays.emplace_back(*platforms[device], fleet.devices[device], plans[device], time, fleet.seat(device));
  }
  for (auto& replay : replays) {
    replay.begin();
  }
  Platform::run();
  std::vector<Timeline> timelines;
  timelines.reserve(replays.size());
  for (const auto& replay : replays) {
    timelines.push_back(replay.timeline());
  }
  return merged(std::move(timelines));
}

}  // namespace

Timeline replay_here(const Fleet& fleet, const Plan& plan) {
  return fleet.single() ? replay_here(fleet.devices.front(), plan) : replayed(fleet, plan);
}

Timeline simulate(const Fleet& fleet, const Plan& plan) {
  if (fleet.single()) {
    return simulate(fleet.devices.front(), plan);
  }
  return in_own_process({.intervals = fleet.size() * kStages.size(), .devices = fleet.devices.size()},
                        [&] { return replayed(fleet, plan); });
}

}  // namespace warpshop::replay
