#include "sim/report/html/gantt_text.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/report/html/data_table.hpp"
#include "sim/report/html/markup.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/shown_rows.hpp"

namespace warpshop::report::html {
namespace {

std::string duration_text(Millis here, Millis alone) {
  if (tied(here, alone) || std::abs((here - alone).count()) < 5e-7 * here.count()) {
    return fmt::format("{}, as alone", time_text(here));
  }
  const std::string change = alone > Millis{0} ? fmt::format(" ({} %)", signed_percent(here / alone - 1)) : "";
  return fmt::format("{} here, {} alone{}", time_text(here), time_text(alone), change);
}

}  // namespace

std::string command_text(const TimelineRows& drawing, std::span<const Millis> alone, std::size_t interval) {
  const Interval& command = drawing.intervals[interval];
  const Millis here = command.end - command.start;
  return fmt::format("{}, {}: {} … {}; {}", drawing.task_names[command.task], name(command.stage),
                     time_text(command.start), time_text(command.end),
                     alone.empty() ? time_text(here) : duration_text(here, alone[interval]));
}

std::string gantt_notes(const TimelineRows& drawing, const GanttOptions& options, const GanttRows& rows,
                        const TaskKinds& kinds, const std::set<std::string>& marks) {
  const bool has_both = std::any_of(rows.both_ways.begin(), rows.both_ways.end(),
                                    [](const std::vector<TimeSpan>& spans) { return !spans.empty(); });
  Legend legend;
  if (kinds.names.size() <= kKindColours) {
    for (std::size_t kind = 0; kind < kinds.names.size(); ++kind) {
      legend.add(kind_colour(kind), kinds.names[kind]);
    }
  }
  legend.add("idle", "idle");
  if (has_both) {
    legend.add("both", "copies in both directions at once", "k7");
  }
  if (rows.merged > 0) {
    legend.add("dense", "many short commands, as high as they keep the engine busy");
  }
  if (options.bound && *options.bound <= options.until) {
    legend.add_line("bound", "no plan ends before");
  }
  for (const std::string& kind : marks) {
    legend.add_line(kind == "late" ? "badline" : "dueline", kind == "late"  ? "late"
                                                            : kind == "due" ? "due (▾)"
                                                                            : "released (▴)");
  }
  std::string text = legend.markup();
  const auto note = [&](const std::string& line) { text += "<p class=\"note\">" + escaped(line) + "</p>\n"; };
  if (!options.note.empty()) {
    note(options.note);
  }
  if (kinds.names.size() > kKindColours && rows.merged < drawing.intervals.size()) {
    note(fmt::format("{} kinds of tasks share {} colours; bars say which they are.", kinds.names.size(), kKindColours));
  }
  if (rows.merged > 0) {
    note(
        fmt::format("{} of {} commands are narrower than can be drawn here and merged into {}; each says how many "
                    "it stands for.",
                    rows.merged, drawing.intervals.size(), number_of(rows.merged_bars, "bar")));
  }
  if (rows.left_out > 0) {
    note(fmt::format("{} of {} commands are on further devices or lanes, which are not drawn.", rows.left_out,
                     drawing.intervals.size()));
  }
  return text;
}

std::string commands_table(const TimelineRows& drawing, const GanttOptions& options) {
  const bool several_devices = options.devices.size() > 1;
  DataTable table(options.caption);
  table.column("task", Align::left);
  table.column("stage", Align::left);
  if (several_devices) {
    table.column("device", Align::left);
  }
  table.column("start ms");
  table.column("end ms");
  table.column("here ms");
  if (!options.alone.empty()) {
    table.column("alone ms");
  }
  const std::size_t shown = shown_rows(drawing.intervals.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const Interval& command = drawing.intervals[i];
    std::vector<std::string> cells{escaped(drawing.task_names[command.task]), std::string{name(command.stage)}};
    if (several_devices) {
      cells.push_back(escaped(options.devices[command.device]));
    }
    for (const Millis time : {command.start, command.end, command.end - command.start}) {
      cells.push_back(fmt::format("{:.3f}", time.count()));
    }
    if (!options.alone.empty()) {
      cells.push_back(fmt::format("{:.3f}", options.alone[i].count()));
    }
    table.row(std::move(cells));
  }
  if (shown < drawing.intervals.size()) {
    table.note(
        fmt::format("… {} more; --format json or csv of simulate has them all", drawing.intervals.size() - shown));
  }
  return table.markup();
}

}  // namespace warpshop::report::html
