#include "sim/replay/fleet_replay.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "sim/evaluate/interval_recorder.hpp"
#include "sim/replay/device_replay.hpp"
#include "sim/replay/platform.hpp"
#include "sim/replay/replay.hpp"

namespace warpshop::replay {
namespace {

Millis longest_payload(const Fleet& fleet) {
  Millis longest{0};
  for (const Instance& device : fleet.devices) {
    for (const Job& job : device.jobs) {
      longest = std::max({longest, job.copies[0].payload, job.copies[1].payload});
    }
  }
  return longest;
}

/// When each device ends; its recorder, if there are any, is told the rest.
std::vector<Millis> run(const Fleet& fleet, const std::vector<Plan>& plans,
                        std::deque<evaluate::IntervalRecorder>& recorders) {
  const std::vector<Platform*> platforms = Platform::of(fleet);
  const Millis longest = longest_payload(fleet);
  for (Platform* const platform : platforms) {
    platform->expect_payloads_up_to(longest);
  }
  std::deque<DeviceReplay> replays;
  for (std::size_t device = 0; device < plans.size(); ++device) {
    evaluate::IntervalRecorder* recorder = recorders.empty() ? nullptr : &recorders[device];
    replays.emplace_back(*platforms[device], fleet.devices[device], plans[device], recorder);
  }
  for (DeviceReplay& replay : replays) {
    replay.begin();
  }
  Platform::run();
  std::vector<Millis> ends;
  ends.reserve(replays.size());
  for (const DeviceReplay& replay : replays) {
    ends.push_back(replay.end());
  }
  return ends;
}

}  // namespace

void prepare(const Fleet& fleet) {
  Platform::of(fleet);
}

Millis makespan(const Fleet& fleet, const Plan& plan) {
  if (fleet.single()) {
    return makespan(fleet.devices.front(), plan);
  }
  std::deque<evaluate::IntervalRecorder> recorders;
  const std::vector<Millis> ends = run(fleet, device_plans(plan), recorders);
  return *std::max_element(ends.begin(), ends.end());
}

Timeline simulate(const Fleet& fleet, const Plan& plan) {
  if (fleet.single()) {
    return simulate(fleet.devices.front(), plan);
  }
  const std::vector<Plan> plans = device_plans(plan);
  std::deque<evaluate::IntervalRecorder> recorders;
  for (const Plan& own : plans) {
    recorders.emplace_back(own.order.size());
  }
  const std::vector<Millis> ends = run(fleet, plans, recorders);
  std::vector<Timeline> timelines;
  for (std::size_t device = 0; device < plans.size(); ++device) {
    timelines.push_back(recorders[device].timeline(fleet.devices[device], plans[device], ends[device]));
  }
  return merged(std::move(timelines));
}

}  // namespace warpshop::replay
