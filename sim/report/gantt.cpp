#include "sim/report/gantt.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "sim/model/utf8.hpp"
#include "sim/report/engine_rows.hpp"
#include "sim/report/gantt_axis.hpp"
#include "sim/report/gantt_row.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

constexpr std::size_t kLeastWidth = 40;
constexpr std::size_t kNameGap = 2;  // cells between a row's name and the row
constexpr std::uint32_t kMostLanes = 8;

/// A panel as it is drawn: what names it.
struct DrawnPanel {
  const GanttPanel& of;
  std::vector<std::string> task_names;  ///< printable
  std::vector<EngineRow> rows;
};

/// The rows of a timeline; of many lanes the last stands for all that follow.
std::vector<EngineRow> folded_rows(const GanttPanel& panel) {
  std::vector<EngineRow> rows;
  for (EngineRow& row : engine_rows(panel.timeline)) {
    row.name = panel.devices.empty() ? row.name : printable(panel.devices[row.device]) + ' ' + row.name;
    if (row.lane < kMostLanes) {
      rows.push_back(std::move(row));
      continue;
    }
    EngineRow& last = rows.back();
    last.name += last.lane == kMostLanes ? "" : " ...";
    last.lane = kMostLanes;
    const auto middle = static_cast<std::ptrdiff_t>(last.spans.size());
    last.spans.insert(last.spans.end(), row.spans.begin(), row.spans.end());
    std::inplace_merge(last.spans.begin(), last.spans.begin() + middle, last.spans.end(),
                       [](const TimeSpan& a, const TimeSpan& b) { return a.start < b.start; });
  }
  return rows;
}

GanttRow scaled(const DrawnPanel& panel, const EngineRow& row, const std::vector<TimeSpan>& both_ways,
                double cells_per_ms) {
  const Timeline& timeline = panel.of.timeline;
  const auto cells = [&](const TimeSpan& span) {
    return GanttSpan{span.start.count() * cells_per_ms, span.end.count() * cells_per_ms};
  };
  GanttRow scaled{.ends = timeline.makespan.count() * cells_per_ms, .is_dense = row.lane == kMostLanes};
  for (const TimeSpan& span : row.spans) {
    const std::uint32_t task = timeline.intervals[span.what].task;
    scaled.bars.push_back({.span = cells(span), .task = task, .name = panel.task_names[task]});
  }
  if (row.stage != Stage::kernel && timeline.dma_engines_of(row.device) != 1) {
    std::transform(both_ways.begin(), both_ways.end(), std::back_inserter(scaled.opposed), cells);
  }
  return scaled;
}

std::string legend(const GanttSigns& signs, bool unicode) {
  std::string text;
  const auto add = [&](bool used, const char* sign, const char* meaning) {
    text += used ? std::string(text.empty() ? "" : "   ") + sign + meaning : "";
  };
  add(signs.opposed, unicode ? "▒" : "=", " copies both ways at once");
  add(signs.dense, unicode ? "▁▄█" : ":+#", " part of the time");
  add(signs.idle, unicode ? "·" : ".", " idle");
  return text;
}

}  // namespace

std::string gantt(std::span<const GanttPanel> panels, const GanttStyle& style) {
  const std::size_t width = std::max(style.width, kLeastWidth);
  Millis longest{0};
  std::size_t names_width = 0;
  std::vector<DrawnPanel> drawn;
  for (const GanttPanel& panel : panels) {
    longest = std::max(longest, panel.timeline.makespan);
    DrawnPanel& added = drawn.emplace_back(DrawnPanel{panel, {}, folded_rows(panel)});
    std::transform(panel.task_names.begin(), panel.task_names.end(), std::back_inserter(added.task_names),
                   [](const std::string& name) { return printable(name); });
    for (const EngineRow& row : added.rows) {
      names_width = std::max(names_width, display_width(row.name));
    }
  }
  names_width = std::min(names_width, width / 2);
  const std::size_t cells = width - names_width - kNameGap;
  const double cells_per_ms = longest > Millis{0} ? static_cast<double>(cells) / longest.count() : 0;
  GanttSigns signs;
  std::string text;
  const auto add_line = [&](const std::string& name, const std::string& row) {
    const std::string shown = wrapped(name, names_width).front();
    text += shown + std::string(names_width - display_width(shown) + kNameGap, ' ') + row + '\n';
  };
  for (const DrawnPanel& panel : drawn) {
    text += panel.of.title.empty() ? "" : wrapped_lines(printable(panel.of.title), width, 2);
    const std::vector<std::vector<TimeSpan>> both = both_ways(panel.of.timeline);
    for (const EngineRow& row : panel.rows) {
      GanttRow cells_of_row = scaled(panel, row, both[row.device], cells_per_ms);
      cells_of_row.is_dense |= are_too_short(cells_of_row.bars, cells);
      add_line(row.name, gantt_row(cells_of_row, cells, style.unicode, style.colour, signs));
    }
  }
  const GanttAxis axis = gantt_axis(longest, cells, style.unicode);
  add_line("", axis.ticks);
  add_line(std::string{axis.unit}, axis.numbers);
  const std::string signs_text = legend(signs, style.unicode);
  return signs_text.empty() ? text : text + signs_text + '\n';
}

}  // namespace warpshop::report
