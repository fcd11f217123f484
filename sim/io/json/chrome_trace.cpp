#include "sim/io/json/chrome_trace.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/io/json/json_text.hpp"
#include "sim/model/task_times.hpp"

namespace warpshop::io {
namespace {

constexpr int kMarksRow = 4;  // below those of the engines

double microseconds(Millis time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

/// Row of an engine: copies of a device with one DMA engine share the first.
int row_of(Stage stage, int dma_engines) {
  return stage == Stage::d2h && dma_engines == 1 ? 1 : static_cast<int>(index(stage)) + 1;
}

/// One event a line, after one another; the document ends with the writer's close().
class TraceWriter {
 public:
  explicit TraceWriter(std::ostream& out) : out_(out) { out_ << R"({"displayTimeUnit":"ms","traceEvents":[)"; }

  void close() { out_ << "\n]}\n"; }

  void process_metadata(int process, const char* kind, const Json& arguments) { metadata(process, kind, 0, arguments); }

  /// planned: a Simulation or a Run.
  template <typename Planned>
  void timeline(int process, const Timeline& timeline, const Planned& planned) {
    slices(process, timeline, planned.task_names);
    gates(timeline.intervals, planned.plan);
    marks(task_times(planned.releases, planned.due, timeline, planned.task_names.size()), planned.task_names);
  }

  /// The rows of the engines and what ran on them.
  void slices(int process, const Timeline& timeline, const std::vector<std::string>& task_names) {
    first_process_ = process;
    timeline_ = &timeline;
    for (std::size_t device = 0; device < timeline.devices(); ++device) {
      name_rows(device);
    }
    const auto& intervals = timeline.intervals;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      slice(intervals[i], task_names[intervals[i].task]);
      if (i > 0 && intervals[i - 1].task == intervals[i].task) {
        arrow("task", intervals[i - 1], intervals[i]);
      }
    }
  }

 private:
  void event(const Json& event) {
    out_ << separator_ << json_text(event);
    separator_ = ",\n";
  }

  void metadata(int process, const char* kind, int row, const Json& arguments) {
    event({{"ph", "M"}, {"pid", process}, {"tid", row}, {"name", kind}, {"args", arguments}});
  }

  int process_of(std::size_t device) const { return first_process_ + static_cast<int>(device); }

  void name_rows(std::size_t device) {
    const int dma_engines = timeline_->dma_engines_of(device);
    for (const Stage stage : kStages) {
      const int row = row_of(stage, dma_engines);
      metadata(process_of(device), "thread_name", row, {{"name", engine_name(stage, dma_engines)}});
      metadata(process_of(device), "thread_sort_index", row, {{"sort_index", row}});
    }
  }

  Json at(const Interval& interval, const char* phase) const {
    return {{"ph", phase},
            {"pid", process_of(interval.device)},
            {"tid", row_of(interval.stage, timeline_->dma_engines_of(interval.device))},
            {"ts", microseconds(interval.start)}};
  }

  void slice(const Interval& interval, const std::string& task_name) {
    Json json = at(interval, "X");
    json["dur"] = microseconds(interval.end - interval.start);
    json["name"] = task_name;
    json["cat"] = name(interval.stage);
    json["args"] = {{"stage", name(interval.stage)}, {"position", interval.task}};
    event(json);
  }

  void gates(const std::vector<Interval>& intervals, const Plan& plan) {
    if (plan.gates.empty()) {
      return;
    }
    std::vector<std::array<const Interval*, 3>> by_task(plan.order.size());
    for (const Interval& interval : intervals) {
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
    std::vector<bool> named(timeline_->devices(), false);
    const auto mark = [&](std::size_t task, const char* kind, Millis time) {
      const int process = process_of(device_of[task]);
      if (!named[device_of[task]]) {
        metadata(process, "thread_name", kMarksRow, {{"name", "release, due, late"}});
        metadata(process, "thread_sort_index", kMarksRow, {{"sort_index", kMarksRow}});
        named[device_of[task]] = true;
      }
      event({{"ph", "i"},
             {"pid", process},
             {"tid", kMarksRow},
             {"ts", microseconds(time)},
             {"s", "t"},
             {"name", kind + (" " + task_names[task])},
             {"cat", kind},
             {"args", {{"position", task}}}});
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
    ++arrows_;
    for (const bool start : {true, false}) {
      Json json = at(start ? from : to, start ? "s" : "f");
      json["id"] = arrows_;
      json["name"] = kind;
      json["cat"] = kind;
      if (!start) {
        json["bp"] = "e";
      }
      event(json);
    }
  }

  std::ostream& out_;
  const char* separator_ = "\n";
  int first_process_ = 0;
  const Timeline* timeline_ = nullptr;
  std::uint64_t arrows_ = 0;
};

/// The texts, each behind the word.
std::string joined(const char* word, const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) {
    all += word + text;
  }
  return all;
}

/// `jobs on k20c, neh-gpu`, of a Simulation or a Run, and what it rests on beside measured values.
template <typename Planned>
std::string title(const Planned& planned) {
  return planned.workload + " on " + planned.device + ", " + planned.policy +
         (planned.order_given ? ", order given" : "") + joined(", assumed ", planned.basis.assumed) +
         joined(", --set ", planned.basis.set);
}

/// `titanx#1: jobs on titanx:4, neh-gpu`, of a device of a fleet.
std::string device_title(const Simulation& simulation, std::size_t device) {
  return (simulation.fleet.empty() ? "" : simulation.fleet[device] + ": ") + title(simulation);
}

}  // namespace

void write_chrome_trace(std::ostream& out, const Simulation& simulation) {
  constexpr int kProcess = 1;
  TraceWriter writer(out);
  for (std::size_t device = 0; device < simulation.timeline.devices(); ++device) {
    const int process = kProcess + static_cast<int>(device);
    writer.process_metadata(process, "process_name", {{"name", device_title(simulation, device)}});
    if (!simulation.fleet.empty()) {
      writer.process_metadata(process, "process_sort_index", {{"sort_index", process}});
    }
  }
  writer.timeline(kProcess, simulation.timeline, simulation);
  writer.close();
}

void write_chrome_trace(std::ostream& out, const Run& run) {
  TraceWriter writer(out);
  for (const int process : {1, 2}) {
    const bool measured = process == 2;
    writer.process_metadata(process, "process_name", {{"name", measured ? "measured" : "predicted"}});
    writer.process_metadata(process, "process_labels",
                            {{"labels", title(run) + (measured ? ", " + run.backend + ", " + run.chip : "")}});
    writer.process_metadata(process, "process_sort_index", {{"sort_index", process}});
    writer.timeline(process, measured ? run.measured : run.predicted, run);
  }
  writer.close();
}

void write_chrome_trace(std::ostream& out, const Service& service, const ServiceTrace& trace) {
  TraceWriter writer(out);
  writer.process_metadata(1, "process_name", {{"name", service.workload + " on " + service.device + ", served"}});
  writer.slices(1, trace.timeline, trace.task_names);
  writer.close();
}

}  // namespace warpshop::io
