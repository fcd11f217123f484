#include "sim/io/chrome_trace.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace warpshop::io {
namespace {

using Json = nlohmann::ordered_json;

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

  void timeline(int process, const Timeline& timeline, const Plan& plan, const std::vector<std::string>& task_names) {
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
    gates(intervals, plan);
  }

 private:
  void event(const Json& event) {
    out_ << separator_ << event.dump();
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

/// `jobs on k20c, neh-gpu`, of a Simulation or a Run.
template <typename Planned>
std::string title(const Planned& planned) {
  return planned.workload + " on " + planned.device + ", " + planned.policy +
         (planned.order_given ? ", order given" : "");
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
  writer.timeline(kProcess, simulation.timeline, simulation.plan, simulation.task_names);
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
    writer.timeline(process, measured ? run.measured : run.predicted, run.plan, run.task_names);
  }
  writer.close();
}

}  // namespace warpshop::io
