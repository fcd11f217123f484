#include "sim/io/json/chrome_trace.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>

#include "sim/io/json/json_parts.hpp"
#include "sim/result/file_openings.hpp"

namespace warpshop::io {
namespace {

/// As the format wants times.
using Micros = std::chrono::duration<double, std::micro>;

/// One event a line.
class TraceWriter {
 public:
  explicit TraceWriter(std::ostream& out) : out_(out) {}

  /// is_ranked: there are other panels, and the processes are to stand in the order of their numbers.
  void write(const TimelineRows& drawing, bool is_ranked) {
    drawing_ = &drawing;
    for (std::uint32_t device = 0; device < drawing.panels.size(); ++device) {
      write_panel(device, is_ranked);
    }
    for (const TimelineRow& row : drawing.rows) {
      name_row(row);
    }
    for (std::size_t i = 0; i < drawing.intervals.size(); ++i) {
      write_slice(i);
      if (drawing.continues(i)) {
        write_arrow("task", i - 1, i);
      }
    }
    for (const TimelineCount& count : drawing.counts) {
      Json counter = at(count.time, "C", count.device, 0);
      counter["name"] = "CTAs";
      counter["args"] = {{drawing.task_names[count.task], count.ctas}};
      event(counter);
    }
    for (const TimelineLoad& load : drawing.loads) {
      Json counter = at(load.time, "C", load.device, 0);
      counter["name"] = load.counter;
      for (const auto& [what, value] : load.values) {
        counter["args"][std::string(what)] = value;
      }
      event(counter);
    }
    for (const auto& [h2d, d2h] : drawing.gates) {
      write_arrow("gate", h2d, d2h);
    }
    write_marks();
    first_process_ += drawing.panels.size();
  }

 private:
  void event(const Json& event) {
    out_ << separator_ << json_text(event);
    separator_ = ",\n";
  }

  Json at(Millis time, const char* phase, std::uint32_t device, std::uint32_t row) const {
    return {{"ph", phase}, {"pid", first_process_ + device}, {"tid", row}, {"ts", Micros(time)}};
  }
  Json start_of(std::size_t interval, const char* phase) const {
    const Interval& started = drawing_->intervals[interval];
    return at(started.start, phase, started.device, drawing_->row_of[interval]);
  }

  void metadata(std::uint32_t device, std::uint32_t row, const char* kind, const Json& arguments) {
    event({{"ph", "M"}, {"pid", first_process_ + device}, {"tid", row}, {"name", kind}, {"args", arguments}});
  }
  void name_row(const TimelineRow& row) {
    metadata(row.device, row.number, "thread_name", {{"name", row.name}});
    metadata(row.device, row.number, "thread_sort_index", {{"sort_index", row.place}});
  }
  void write_panel(std::uint32_t device, bool is_ranked) {
    const TimelinePanel& panel = drawing_->panels[device];
    metadata(device, 0, "process_name", {{"name", panel.name}});
    if (!panel.label.empty()) {
      metadata(device, 0, "process_labels", {{"labels", panel.label}});
    }
    if (is_ranked) {
      metadata(device, 0, "process_sort_index", {{"sort_index", first_process_ + device}});
    }
  }

  void write_slice(std::size_t position) {
    const Interval& interval = drawing_->intervals[position];
    Json slice = start_of(position, "X");
    slice["dur"] = Micros(interval.end - interval.start);
    slice["name"] = drawing_->task_names[interval.task];
    slice["cat"] = name(interval.stage);
    slice["args"] = {{"stage", name(interval.stage)}, {"position", interval.task}};
    event(slice);
  }

  /// Both ends lie at the starts of their slices, so that they bind to them; viewers draw from the end of the first.
  void write_arrow(const char* kind, std::size_t from, std::size_t to) {
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

  void write_marks() {
    std::set<std::uint32_t> named;  // devices
    for (const TimelineMark& mark : drawing_->marks) {
      if (named.insert(mark.device).second) {
        name_row({mark.device, kMarksRow, kMarksRow, "release, due, late"});
      }
      Json instant = at(mark.time, "i", mark.device, kMarksRow);
      instant["s"] = "t";
      instant["name"] = std::string{mark.kind} + ' ' + drawing_->task_names[mark.task];
      instant["cat"] = mark.kind;
      instant["args"] = {{"position", mark.task}};
      event(instant);
    }
  }

  std::ostream& out_;
  const char* separator_ = "\n";
  std::size_t first_process_ = 1;  ///< of drawing_
  const TimelineRows* drawing_ = nullptr;
  std::uint64_t arrows_ = 0;
};

}  // namespace

void write_chrome_trace(std::ostream& out, std::span<const TimelineRows> drawings) {
  const std::size_t panels =
      std::accumulate(drawings.begin(), drawings.end(), std::size_t{0},
                      [](std::size_t sum, const TimelineRows& drawing) { return sum + drawing.panels.size(); });
  out << kTraceOpening;
  TraceWriter writer(out);
  for (const TimelineRows& drawing : drawings) {
    writer.write(drawing, panels > 1);
  }
  out << "\n]}\n";
}

}  // namespace warpshop::io
