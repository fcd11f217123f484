#include "sim/report/html/gantt_text.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/report/decimals.hpp"
#include "sim/report/html/data_table.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/shown_table.hpp"

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
  TextTable table{.where = "--format json or csv of simulate"};
  const std::size_t commands = drawing.intervals.size();
  table.marked.resize(shown_rows(commands));
  table.left_out = commands - table.rows();
  const auto text = [&](const char* title, auto cell) {
    add_column(table, {.title = title, .align = Align::left},
               [&](std::size_t i) { return std::string(cell(drawing.intervals[i])); });
  };
  const auto time = [&](const char* title, auto cell) {
    add_column(table, {.title = title}, [&](std::size_t i) { return fmt::format("{:.3f}", cell(i).count()); });
  };
  const auto command = [&](std::size_t i) -> const Interval& { return drawing.intervals[i]; };
  text("task", [&](const Interval& interval) { return drawing.task_names[interval.task]; });
  text("stage", [](const Interval& interval) { return name(interval.stage); });
  if (options.devices.size() > 1) {
    text("device", [&](const Interval& interval) { return options.devices[interval.device]; });
  }
  time("start ms", [&](std::size_t i) { return command(i).start; });
  time("end ms", [&](std::size_t i) { return command(i).end; });
  time("here ms", [&](std::size_t i) { return command(i).end - command(i).start; });
  if (!options.alone.empty()) {
    time("alone ms", [&](std::size_t i) { return options.alone[i]; });
  }
  return data_table(options.caption, table);
}

}  // namespace warpshop::report::html
