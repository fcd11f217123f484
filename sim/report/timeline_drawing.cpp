#include "sim/report/timeline_drawing.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "sim/model/job_times.hpp"
#include "sim/model/timeline.hpp"

namespace warpshop::report {
namespace {

constexpr std::uint32_t kFirstLaneRow = kMarksRow + 1;  // of what overlaps others on its engine

/// Row of an engine: copies of a device with one DMA engine share the first.
std::uint32_t engine_row(Stage stage, int dma_engines) {
  return stage == Stage::d2h && dma_engines == 1 ? 1 : static_cast<std::uint32_t>(index(stage)) + 1;
}

/// The rows of the engines, and further ones, as many as overlap on that engine of any device.
void add_rows(TimelineRows& drawing, const Timeline& timeline) {
  const std::vector<std::uint32_t> lanes = engine_lanes(timeline);
  std::array<std::uint32_t, kStages.size()> most{};
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    std::uint32_t& known = most[index(timeline.intervals[i].stage)];
    known = std::max(known, lanes[i]);
  }
  std::array<std::uint32_t, kStages.size()> first_row{};  // of a stage's lanes
  std::uint32_t row = kFirstLaneRow;
  for (const Stage stage : {Stage::kernel, Stage::h2d, Stage::d2h}) {
    first_row[index(stage)] = row;
    row += most[index(stage)];
  }
  for (std::uint32_t device = 0; device < timeline.devices(); ++device) {
    const int dma_engines = timeline.dma_engines_of(device);
    for (const Stage stage : kStages) {
      const std::uint32_t engine = engine_row(stage, dma_engines);
      drawing.rows.push_back({device, engine, engine, std::string{engine_name(stage, dma_engines)}});
    }
  }
  for (std::uint32_t device = 0; device < timeline.devices(); ++device) {
    const int dma_engines = timeline.dma_engines_of(device);
    for (const Stage stage : kStages) {
      for (std::uint32_t lane = 1; lane <= most[index(stage)]; ++lane) {
        drawing.rows.push_back({device, first_row[index(stage)] + lane - 1, engine_row(stage, dma_engines),
                                std::string{engine_name(stage, dma_engines)} + ' ' + std::to_string(lane + 1)});
      }
    }
  }
  drawing.row_of.reserve(timeline.intervals.size());
  for (std::size_t i = 0; i < timeline.intervals.size(); ++i) {
    const Interval& interval = timeline.intervals[i];
    drawing.row_of.push_back(lanes[i] > 0 ? first_row[index(interval.stage)] + lanes[i] - 1
                                          : engine_row(interval.stage, timeline.dma_engines_of(interval.device)));
  }
}

/// Whenever what a kernel holds changes.
std::vector<TimelineCount> counts_of(const Timeline& timeline) {
  using Change = std::tuple<Millis, std::uint32_t, std::uint32_t>;  // when, on which device, of which task
  std::map<Change, std::int64_t> changes;
  for (const Residency& held : timeline.residencies) {
    const std::int64_t ctas = std::int64_t{held.sms} * held.ctas_per_sm;
    changes[{held.start, held.device, held.task}] += ctas;
    changes[{held.end, held.device, held.task}] -= ctas;
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> held;
  std::vector<TimelineCount> counts;
  for (const auto& [change, more] : changes) {
    const auto& [time, device, task] = change;
    if (more != 0) {
      counts.push_back({time, device, task, held[{device, task}] += more});
    }
  }
  return counts;
}

std::vector<std::pair<std::size_t, std::size_t>> gates_of(const Plan& plan, const TimelineRows& drawing) {
  std::vector<std::array<std::size_t, 3>> by_task(drawing.task_names.size());
  for (std::size_t i = 0; i < drawing.intervals.size(); ++i) {
    by_task[drawing.intervals[i].task][index(drawing.intervals[i].stage)] = i;
  }
  std::vector<std::pair<std::size_t, std::size_t>> gates;
  for (const Gate& gate : plan.gates) {
    gates.emplace_back(by_task[gate.h2d][index(Stage::h2d)], by_task[gate.d2h][index(Stage::d2h)]);
  }
  return gates;
}

std::vector<TimelineMark> marks_of(const std::vector<TaskTimes>& times, const TimelineRows& drawing) {
  std::vector<std::uint32_t> device_of(times.size(), 0);
  for (const Interval& interval : drawing.intervals) {
    device_of[interval.task] = interval.device;
  }
  std::vector<TimelineMark> marks;
  for (std::uint32_t task = 0; task < times.size(); ++task) {
    if (times[task].release > Millis{0}) {
      marks.push_back({"release", times[task].release, device_of[task], task});
    }
    if (times[task].due) {
      marks.push_back({"due", *times[task].due, device_of[task], task});
    }
    if (times[task].late()) {
      marks.push_back({"late", times[task].completion, device_of[task], task});
    }
  }
  return marks;
}

void add_copies(TimelineRows& drawing, std::span<const TaskCopies> copies, std::span<const CopySpeed> speeds) {
  drawing.copies = copies;
  const std::vector<TimelineLoad> counters = copy_counters(speeds, copies);
  drawing.loads.insert(drawing.loads.end(), counters.begin(), counters.end());
}

TimelineRows drawing_of(const Timeline& timeline, std::span<const std::string> task_names,
                        std::vector<TimelinePanel> panels) {
  TimelineRows drawing{
      .panels = std::move(panels), .task_names = task_names, .intervals = timeline.intervals, .timeline = &timeline};
  add_rows(drawing, timeline);
  drawing.counts = counts_of(timeline);
  return drawing;
}

/// Of a timeline of a Simulation or a Run.
template <class Planned>
TimelineRows drawing_of(const Planned& planned, const Timeline& timeline, std::vector<TimelinePanel> panels) {
  TimelineRows drawing = drawing_of(timeline, planned.task_names, std::move(panels));
  drawing.gates = gates_of(planned.plan, drawing);
  drawing.marks = marks_of(task_times(planned.releases, planned.due, timeline, planned.task_names.size()), drawing);
  return drawing;
}

/// `jobs on k20c, neh-gpu`, of a Simulation or a Run, and what it rests on beside measured values.
template <class Planned>
std::string drawing_title(const Planned& planned) {
  std::string text = planned.workload + " on " + planned.device + ", " + planned.policy;
  text += planned.order_given ? ", order given" : "";
  for (const std::string& path : planned.basis.assumed) {
    text += ", assumed " + path;
  }
  for (const std::string& setting : planned.basis.set) {
    text += setting.starts_with("--") ? ", " + setting : ", --set " + setting;
  }
  return text;
}

}  // namespace

std::vector<TimelineRows> drawn(const Simulation& simulation) {
  std::vector<TimelinePanel> panels;
  for (std::size_t device = 0; device < simulation.timeline.devices(); ++device) {
    const std::string of = simulation.fleet.empty() ? "" : simulation.fleet[device] + ": ";
    panels.push_back({.name = of + drawing_title(simulation)});
  }
  TimelineRows drawing = drawing_of(simulation, simulation.timeline, std::move(panels));
  for (const ResourceLoad& load : simulation.loads) {
    TimelineLoad& drawn =
        drawing.loads.emplace_back(TimelineLoad{.time = load.from, .counter = "busy %", .values = {}});
    for (const SharedResource resource : kAllSharedResources) {
      drawn.values.emplace_back(name(resource), load.busy[index(resource)] * 100);
    }
  }
  add_copies(drawing, simulation.copies, simulation.copy_speeds);
  return {std::move(drawing)};
}

std::vector<TimelineRows> drawn(const NamedTimeline& named) {
  std::vector<TimelinePanel> panels;
  for (std::size_t device = 0; device < named.timeline.devices(); ++device) {
    const std::string of = named.devices.empty() ? "" : named.devices[device] + ": ";
    panels.push_back({.name = of + named.name, .label = named.label});
  }
  return {drawing_of(named.timeline, named.task_names, std::move(panels))};
}

std::vector<TimelineRows> drawn(const Run& run) {
  const std::string title = drawing_title(run);
  std::vector<TimelineRows> both{
      drawing_of(run, run.predicted, {{.name = "predicted", .label = title}}),
      drawing_of(run, run.measured, {{.name = "measured", .label = title + ", " + run.backend + ", " + run.chip}})};
  add_copies(both.front(), run.copies, run.predicted_speeds);
  add_copies(both.back(), run.copies, run.measured_speeds);
  return both;
}

std::vector<TimelineRows> drawn(const RecordedReplay& replay) {
  const Simulation& simulation = replay.simulation;
  const std::string title = drawing_title(simulation);
  return {drawing_of(simulation.timeline, simulation.task_names, {{.name = "predicted", .label = title}}),
          drawing_of(replay.timeline, simulation.task_names, {{.name = "recorded", .label = simulation.workload}})};
}

std::vector<TimelineRows> drawn(const Service& service, const ServiceTrace& trace) {
  return {drawing_of(trace.timeline, trace.task_names,
                     {{.name = service.workload + " on " + service.device + ", served"}})};
}

namespace {

std::optional<Bytes> size_of(const CopySpeed& point, std::size_t side, std::span<const TaskCopies> copies) {
  return copies.empty() ? std::nullopt : copies[*point.task[side]][side].bytes;
}

}  // namespace

std::vector<TimelineLoad> copy_counters(std::span<const CopySpeed> speeds, std::span<const TaskCopies> copies) {
  const bool sizes = std::all_of(speeds.begin(), speeds.end(), [&](const CopySpeed& point) {
    return (!point.task[0] || size_of(point, 0, copies)) && (!point.task[1] || size_of(point, 1, copies));
  });
  std::vector<TimelineLoad> counters;
  std::map<std::uint32_t, bool> opposed;  // by device
  for (const CopySpeed& point : speeds) {
    TimelineLoad& counter = counters.emplace_back(TimelineLoad{
        .time = point.from, .device = point.device, .counter = sizes ? "copies GB/s" : "copy speed", .values = {}});
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const std::size_t side = index(direction);
      constexpr double kGigaPerMilli = 1e-6;  // GB/s of a byte a millisecond
      const double value =
          !point.task[side] ? 0
          : sizes ? static_cast<double>(size_of(point, side, copies)->count) * point.part_per_ms[side] * kGigaPerMilli
                  : point.speed[side];
      counter.values.emplace_back(name(direction), value);
    }
    if (bool& before = opposed[point.device]; before != point.both()) {
      before = point.both();
      counters.push_back({.time = point.from,
                          .device = point.device,
                          .counter = "contention",
                          .values = {{"both ways", before ? 1.0 : 0.0}}});
    }
  }
  return counters;
}

}  // namespace warpshop::report
