#include "sim/io/json/chrome_trace.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/io/json/json_parts.hpp"
#include "sim/model/kernel_lanes.hpp"
#include "sim/model/task_times.hpp"

namespace warpshop::io {
namespace {

constexpr int kMarksRow = 4;      // below those of the engines
constexpr int kFirstLaneRow = 5;  // of kernels that overlap others; shown with the compute engine's
constexpr int kComputeRow = 2;

/// As the format wants times.
using Micros = std::chrono::duration<double, std::micro>;

/// Row of an engine: copies of a device with one DMA engine share the first.
int row_of(Stage stage, int dma_engines) {
  return stage == Stage::d2h && dma_engines == 1 ? 1 : static_cast<int>(index(stage)) + 1;
}

/// One event a line; the document ends with the writer's close().
class TraceWriter {
 public:
  explicit TraceWriter(std::ostream& out) : out_(out) { out_ << R"({"displayTimeUnit":"ms","traceEvents":[)"; }

  void close() { out_ << "\n]}\n"; }

  void metadata(int process, const char* kind, const Json& arguments, int row = 0) {
    event({{"ph", "M"}, {"pid", process}, {"tid", row}, {"name", kind}, {"args", arguments}});
  }

  /// planned: a Simulation or a Run.
  template <typename Planned>
  void timeline(int process, const Timeline& timeline, const Planned& planned) {
    slices(process, timeline, planned.task_names);
    gates(planned.plan, planned.task_names.size());
    marks(task_times(planned.releases, planned.due, timeline, planned.task_names.size()), planned.task_names);
  }

  /// The rows of the engines and what ran on them.
  void slices(int process, const Timeline& timeline, const std::vector<std::string>& task_names) {
    first_process_ = process;
    timeline_ = &timeline;
    for (std::size_t device = 0; device < timeline.devices(); ++device) {
      const int dma_engines = timeline.dma_engines_of(device);
      for (const Stage stage : kStages) {
        name_row(process_of(device), row_of(stage, dma_engines), engine_name(stage, dma_engines));
      }
    }
    lanes_ = kernel_lanes(timeline);
    name_lanes();
    const auto& intervals = timeline.intervals;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      const Interval& interval = intervals[i];
      Json slice = start_of(interval, "X");
      slice["dur"] = Micros(interval.end - interval.start);
      slice["name"] = task_names[interval.task];
      slice["cat"] = name(interval.stage);
      slice["args"] = {{"stage", name(interval.stage)}, {"position", interval.task}};
      event(slice);
      if (i > 0 && intervals[i - 1].task == interval.task) {
        arrow("task", intervals[i - 1], interval);
      }
    }
    counters(task_names);
  }

 private:
  void event(const Json& event) {
    out_ << separator_ << json_text(event);
    separator_ = ",\n";
  }

  Json at(Millis time, const char* phase, int process, int row) const {
    return {{"ph", phase}, {"pid", process}, {"tid", row}, {"ts", Micros(time)}};
  }

  /// interval: one of the timeline's.
  Json start_of(const Interval& interval, const char* phase) const {
    int row = row_of(interval.stage, timeline_->dma_engines_of(interval.device));
    const auto position = static_cast<std::size_t>(&interval - timeline_->intervals.data());
    if (!lanes_.empty() && lanes_[position] > 0) {
      row = kFirstLaneRow + static_cast<int>(lanes_[position]) - 1;
    }
    return at(interval.start, phase, process_of(interval.device), row);
  }

  int process_of(std::size_t device) const { return first_process_ + static_cast<int>(device); }

  void name_row(int process, int row, std::string_view name) {
    metadata(process, "thread_name", {{"name", name}}, row);
    metadata(process, "thread_sort_index", {{"sort_index", row}}, row);
  }

  /// Further rows of the compute engines, as many as kernels overlap on any of them.
  void name_lanes() {
    const std::uint32_t most = lanes_.empty() ? 0 : *std::max_element(lanes_.begin(), lanes_.end());
    for (std::size_t device = 0; device < timeline_->devices(); ++device) {
      for (std::uint32_t lane = 1; lane <= most; ++lane) {
        const int row = kFirstLaneRow + static_cast<int>(lane) - 1;
        metadata(process_of(device), "thread_name", {{"name", "compute " + std::to_string(lane + 1)}}, row);
        metadata(process_of(device), "thread_sort_index", {{"sort_index", kComputeRow}}, row);
      }
    }
  }

  /// The CTAs that each kernel holds on all SMs, whenever that changes.
  void counters(const std::vector<std::string>& task_names) {
    using Change = std::tuple<Millis, std::uint32_t, std::uint32_t>;  // when, on which device, of which task
    std::map<Change, std::int64_t> changes;
    for (const Residency& held : timeline_->residencies) {
      const std::int64_t ctas = std::int64_t{held.sms} * held.ctas_per_sm;
      changes[{held.start, held.device, held.task}] += ctas;
      changes[{held.end, held.device, held.task}] -= ctas;
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> held;
    for (const auto& [change, more] : changes) {
      const auto& [time, device, task] = change;
      if (more != 0) {
        held[{device, task}] += more;
        Json json = at(time, "C", process_of(device), 0);
        json["name"] = "CTAs";
        json["args"] = {{task_names[task], held[{device, task}]}};
        event(json);
      }
    }
  }

  void gates(const Plan& plan, std::size_t tasks) {
    std::vector<std::array<const Interval*, 3>> by_task(tasks);
    for (const Interval& interval : timeline_->intervals) {
      by_task[interval.task][index(interval.stage)] = &interval;
    }
    for (const Gate& gate : plan.gates) {
      arrow("gate", *by_task[gate.h2d][index(Stage::h2d)], *by_task[gate.d2h][index(Stage::d2h)]);
    }
  }

  /// On a row of their own, which is there only if there are any: when tasks are released, when they are due, and when
  /// those that are late end.
  void marks(const std::vector<TaskTimes>& times, const std::vector<std::string>& task_names) {
    std::vector<std::size_t> device_of(times.size(), 0);
    for (const Interval& interval : timeline_->intervals) {
      device_of[interval.task] = interval.device;
    }
    std::set<int> named;  // processes
    const auto mark = [&](std::size_t task, const char* kind, Millis time) {
      const int process = process_of(device_of[task]);
      if (named.insert(process).second) {
        name_row(process, kMarksRow, "release, due, late");
      }
      Json instant = at(time, "i", process, kMarksRow);
      instant["s"] = "t";
      instant["name"] = kind + (" " + task_names[task]);
      instant["cat"] = kind;
      instant["args"] = {{"position", task}};
      event(instant);
    };
    for (std::size_t task = 0; task < times.size(); ++task) {
      if (times[task].release > Millis{0}) {
        mark(task, "release", times[task].release);
      }
      if (times[task].due) {
        mark(task, "due", *times[task].due);
      }
      if (times[task].late()) {
        mark(task, "late", times[task].completion);
      }
    }
  }

  /// Both ends lie at the starts of their slices, so that they bind to them; viewers draw from the end of the first.
  void arrow(const char* kind, const Interval& from, const Interval& to) {
    Json start = start_of(from, "s");
    Json end = start_of(to, "f");
    ++arrows_;
    for (Json* json : {&start, &end}) {
      (*json)["id"] = arrows_;
      (*json)["name"] = kind;
      (*json)["cat"] = kind;
    }
    end["bp"] = "e";
    event(start);
    event(end);
  }

  std::ostream& out_;
  const char* separator_ = "\n";
  int first_process_ = 0;
  const Timeline* timeline_ = nullptr;
  std::vector<std::uint32_t> lanes_;  ///< by interval; empty: 0 for all
  std::uint64_t arrows_ = 0;
};

/// `jobs on k20c, neh-gpu`, of a Simulation or a Run, and what it rests on beside measured values.
template <typename Planned>
std::string title(const Planned& planned) {
  std::string text = planned.workload + " on " + planned.device + ", " + planned.policy;
  text += planned.order_given ? ", order given" : "";
  for (const std::string& path : planned.basis.assumed) {
    text += ", assumed " + path;
  }
  for (const std::string& setting : planned.basis.set) {
    text += ", --set " + setting;
  }
  return text;
}

}  // namespace

void write_chrome_trace(std::ostream& out, const Simulation& simulation) {
  constexpr int kProcess = 1;
  TraceWriter writer(out);
  for (std::size_t device = 0; device < simulation.timeline.devices(); ++device) {
    const int process = kProcess + static_cast<int>(device);
    const bool is_alone = simulation.fleet.empty();
    writer.metadata(process, "process_name",
                    {{"name", (is_alone ? "" : simulation.fleet[device] + ": ") + title(simulation)}});
    if (!is_alone) {
      writer.metadata(process, "process_sort_index", {{"sort_index", process}});
    }
  }
  writer.timeline(kProcess, simulation.timeline, simulation);
  writer.close();
}

void write_chrome_trace(std::ostream& out, const Run& run) {
  TraceWriter writer(out);
  for (const int process : {1, 2}) {
    const bool measured = process == 2;
    writer.metadata(process, "process_name", {{"name", measured ? "measured" : "predicted"}});
    writer.metadata(process, "process_labels",
                    {{"labels", title(run) + (measured ? ", " + run.backend + ", " + run.chip : "")}});
    writer.metadata(process, "process_sort_index", {{"sort_index", process}});
    writer.timeline(process, measured ? run.measured : run.predicted, run);
  }
  writer.close();
}

void write_chrome_trace(std::ostream& out, const Service& service, const ServiceTrace& trace) {
  TraceWriter writer(out);
  writer.metadata(1, "process_name", {{"name", service.workload + " on " + service.device + ", served"}});
  writer.slices(1, trace.timeline, trace.task_names);
  writer.close();
}

}  // namespace warpshop::io
