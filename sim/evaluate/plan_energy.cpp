#include "sim/evaluate/plan_energy.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/evaluate/shared_pieces.hpp"

namespace warpshop::evaluate {
namespace {

/// Something that draws power above idle, evenly; a kernel that shares no more than it draws alone.
struct Draw {
  Millis start{0};
  Millis end{0};
  Watts above_idle;
};

/// What a kernel draws above idle while it has the GPU to itself; nothing: it is not known.
std::optional<Watts> above_idle(const Instance& instance, std::uint32_t task) {
  if (instance.work.empty() || instance.work[task].kernel == KernelWork::kNone) {
    return std::nullopt;
  }
  const std::optional<Watts> drawn = instance.kernels[instance.work[task].kernel].model.power;
  return drawn ? std::optional(Watts{drawn->value - instance.power->idle.value}) : std::nullopt;
}

Watts copying(const Instance& instance, Stage stage) {
  return {instance.power->copies[stage == Stage::h2d ? 0 : 1].value - instance.power->idle.value};
}

bool all_known(const Fleet& fleet, const Timeline& timeline) {
  // With phases, power would depend on which of them a kernel is in.
  return std::all_of(fleet.devices.begin(), fleet.devices.end(),
                     [](const auto& device) { return device.power && device.paces.empty(); }) &&
         std::all_of(timeline.intervals.begin(), timeline.intervals.end(), [&](const Interval& each) {
           const Instance& device = fleet.devices[each.device];
           return each.stage != Stage::kernel || !(device.jobs[each.task].kernel > Millis{0}) ||
                  above_idle(device, each.task);
         });
}

/// All is known.
std::vector<Draw> draws_of(const Fleet& fleet, const Plan& plan, const Timeline& timeline) {
  std::vector<Draw> draws;
  std::vector<double> subtasks(fleet.size());
  for (const Residency& held : timeline.residencies) {
    subtasks[held.task] += held.subtasks;
  }
  for (const Interval& each : timeline.intervals) {
    const Instance& device = fleet.devices[each.device];
    if (!(each.end > each.start) || (each.stage == Stage::kernel && subtasks[each.task] > 0)) {
      continue;
    }
    Watts drawn;
    if (each.stage == Stage::kernel) {
      const double speed = device.jobs[each.task].kernel / (each.end - each.start);
      drawn.value = speed > 0 ? above_idle(device, each.task)->value * speed : 0;
    } else {
      drawn = copying(device, each.stage);
    }
    draws.push_back({each.start, each.end, drawn});
  }
  if (!timeline.residencies.empty()) {
    const Instance& device = fleet.devices.front();
    for (const SharedPiece& piece : shared_pieces(device, plan, timeline)) {
      for (const SharedPiece::Part& part : piece.parts) {
        const std::uint32_t task = timeline.residencies[part.residency].task;
        const double speed = part.rate * device.jobs[task].kernel.count() / subtasks[task];
        if (speed > 0) {
          draws.push_back({piece.from, piece.to, {above_idle(device, task)->value * std::min(speed, 1.0)}});
        }
      }
    }
  }
  return draws;
}

/// The most that draws add up to at once.
double peak_of(const std::vector<Draw>& draws, Millis tolerance) {
  struct Change {
    Millis time{0};
    double by = 0;
  };
  std::vector<Change> changes;
  for (const Draw& draw : draws) {
    if (draw.end - draw.start > 2 * tolerance) {
      changes.push_back({draw.start + tolerance, draw.above_idle.value});
      changes.push_back({draw.end - tolerance, -draw.above_idle.value});
    }
  }
  std::sort(changes.begin(), changes.end(),
            [](const Change& a, const Change& b) { return a.time != b.time ? a.time < b.time : a.by < b.by; });
  double now = 0;
  double most = 0;
  for (const Change& change : changes) {
    now += change.by;
    most = std::max(most, now);
  }
  return most;
}

}  // namespace

std::optional<Energy> energy(const Fleet& fleet, const Plan& plan, const Timeline& timeline) {
  if (!all_known(fleet, timeline)) {
    return std::nullopt;
  }
  Watts idle;
  for (const Instance& device : fleet.devices) {
    idle.value += device.power->idle.value;
  }
  Energy energy{.used = idle * timeline.makespan, .peak = {}};
  for (const Interval& each : timeline.intervals) {
    const Instance& device = fleet.devices[each.device];
    if (each.stage != Stage::kernel) {
      energy.used.value += (copying(device, each.stage) * (each.end - each.start)).value;
    } else if (device.jobs[each.task].kernel > Millis{0}) {  // half as fast for twice as long: as much as alone
      energy.used.value += (*above_idle(device, each.task) * device.jobs[each.task].kernel).value;
    }
  }
  energy.peak.value = idle.value + peak_of(draws_of(fleet, plan, timeline), kTieTolerance * timeline.makespan);
  return energy;
}

}  // namespace warpshop::evaluate
