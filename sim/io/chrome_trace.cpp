#include "sim/io/chrome_trace.hpp"

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace warpshop::io {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kProcess = 1;

double microseconds(Millis time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

/// Row of an engine: copies of a device with one DMA engine share the first.
int row_of(Stage stage, int dma_engines) {
  return stage == Stage::d2h && dma_engines == 1 ? 1 : static_cast<int>(index(stage)) + 1;
}

class TraceWriter {
 public:
  TraceWriter(std::ostream& out, const Simulation& simulation) : out_(out), simulation_(simulation) {}

  void write() {
    out_ << R"({"displayTimeUnit":"ms","traceEvents":[)";
    name_rows();
    const auto& intervals = simulation_.timeline.intervals;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      slice(intervals[i]);
      if (i > 0 && intervals[i - 1].task == intervals[i].task) {
        arrow(intervals[i - 1], intervals[i]);
      }
    }
    out_ << "\n]}\n";
  }

 private:
  void event(const Json& event) {
    out_ << separator_ << event.dump();
    separator_ = ",\n";
  }

  void metadata(const char* kind, int row, const Json& arguments) {
    event({{"ph", "M"}, {"pid", kProcess}, {"tid", row}, {"name", kind}, {"args", arguments}});
  }

  void name_rows() {
    metadata("process_name", 0,
             {{"name", simulation_.workload + " on " + simulation_.device + ", " + simulation_.policy +
                           (simulation_.order_given ? ", order given" : "")}});
    for (const Stage stage : kStages) {
      const int row = row_of(stage, simulation_.timeline.dma_engines);
      metadata("thread_name", row, {{"name", engine_name(stage, simulation_.timeline.dma_engines)}});
      metadata("thread_sort_index", row, {{"sort_index", row}});
    }
  }

  Json at(const Interval& interval, const char* phase) const {
    return {{"ph", phase},
            {"pid", kProcess},
            {"tid", row_of(interval.stage, simulation_.timeline.dma_engines)},
            {"ts", microseconds(interval.start)}};
  }

  void slice(const Interval& interval) {
    Json json = at(interval, "X");
    json["dur"] = microseconds(interval.end - interval.start);
    json["name"] = simulation_.task_names[interval.task];
    json["cat"] = name(interval.stage);
    json["args"] = {{"stage", name(interval.stage)}, {"position", interval.task}};
    event(json);
  }

  /// Both ends lie at the starts of their slices, so that they bind to them.
  void arrow(const Interval& from, const Interval& to) {
    ++arrows_;
    for (const bool start : {true, false}) {
      Json json = at(start ? from : to, start ? "s" : "f");
      json["id"] = arrows_;
      json["name"] = "task";
      json["cat"] = "task";
      if (!start) {
        json["bp"] = "e";
      }
      event(json);
    }
  }

  std::ostream& out_;
  const Simulation& simulation_;
  const char* separator_ = "\n";
  std::uint64_t arrows_ = 0;
};

}  // namespace

void write_chrome_trace(std::ostream& out, const Simulation& simulation) {
  TraceWriter(out, simulation).write();
}

}  // namespace warpshop::io
