#include "sim/report/gantt.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/model/engine_lanes.hpp"
#include "sim/model/utf8.hpp"
#include "sim/report/gantt_axis.hpp"
#include "sim/report/gantt_row.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

constexpr std::size_t kLeastWidth = 40;
constexpr std::size_t kGap = 2;  // cells between a row's name and the row
constexpr std::uint32_t kMostLanes = 8;

struct NamedRow {
  std::string name;
  GanttRow row;
};

using Bars = std::vector<GanttBar>;

void sort_by_start(Bars& bars) {
  std::stable_sort(bars.begin(), bars.end(),
                   [](const GanttBar& a, const GanttBar& b) { return a.span.start < b.span.start; });
}

/// When any of several rows has a bar.
std::vector<GanttSpan> times_of(const std::vector<Bars>& rows) {
  Bars all;
  for (const Bars& row : rows) {
    all.insert(all.end(), row.begin(), row.end());
  }
  sort_by_start(all);
  std::vector<GanttSpan> times;
  for (const GanttBar& bar : all) {
    if (!times.empty() && bar.span.start < times.back().end) {
      times.back().end = std::max(times.back().end, bar.span.end);
    } else {
      times.push_back(bar.span);
    }
  }
  return times;
}

/// Where bars of a row run at those times: both by start.
std::vector<GanttSpan> overlap(const Bars& row, const std::vector<GanttSpan>& times) {
  std::vector<GanttSpan> both;
  for (std::size_t i = 0, j = 0; i < row.size() && j < times.size();) {
    const GanttSpan span{std::max(row[i].span.start, times[j].start), std::min(row[i].span.end, times[j].end)};
    if (span.start < span.end) {
      both.push_back(span);
    }
    row[i].span.end < times[j].end ? ++i : ++j;
  }
  return both;
}

/// The rows of one device: of each stage, by lane.
std::vector<NamedRow> rows_of_device(const GanttPanel& panel, const std::vector<std::string>& names,
                                     std::uint32_t device, double cells_per_ms) {
  const Timeline& timeline = panel.timeline;
  const int dma_engines = timeline.dma_engines_of(device);
  const std::vector<std::uint32_t> lanes = engine_lanes(timeline);
  std::array<std::vector<Bars>, kStages.size()> bars;  // by lane
  std::array<bool, kStages.size()> folded{};
  bars.fill(std::vector<Bars>(1));
  for (std::size_t i = 0; i < timeline.intervals.size(); ++i) {
    const Interval& interval = timeline.intervals[i];
    if (interval.device != device) {
      continue;
    }
    const GanttBar bar{.span = {interval.start.count() * cells_per_ms, interval.end.count() * cells_per_ms},
                       .task = interval.task,
                       .name = names[interval.task]};
    const std::size_t engine = interval.stage == Stage::d2h && dma_engines == 1 ? 0 : index(interval.stage);
    const std::uint32_t lane = lanes[i];
    folded[engine] |= lane >= kMostLanes;
    const std::size_t row = std::min(lane, kMostLanes - 1);
    bars[engine].resize(std::max(bars[engine].size(), row + 1));
    bars[engine][row].push_back(bar);
  }
  const std::array<std::vector<GanttSpan>, kStages.size()> times{
      times_of(bars[0]), {}, dma_engines == 1 ? std::vector<GanttSpan>{} : times_of(bars[2])};
  std::vector<NamedRow> rows;
  for (const Stage stage : kStages) {
    if (stage == Stage::d2h && dma_engines == 1) {
      continue;
    }
    std::vector<Bars>& of_stage = bars[index(stage)];
    for (std::size_t lane = 0; lane < of_stage.size(); ++lane) {
      const bool is_last = folded[index(stage)] && lane + 1 == of_stage.size();
      NamedRow& row =
          rows.emplace_back(NamedRow{std::string{engine_name(stage, dma_engines)} +
                                         (lane == 0 ? "" : ' ' + std::to_string(lane + 1)) + (is_last ? " ..." : ""),
                                     {.bars = std::move(of_stage[lane]), .is_dense = is_last}});
      sort_by_start(row.row.bars);
      row.row.opposed =
          stage == Stage::kernel ? std::vector<GanttSpan>{} : overlap(row.row.bars, times[2 - index(stage)]);
      row.row.ends = timeline.makespan.count() * cells_per_ms;
    }
  }
  return rows;
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

std::string device_name(const GanttPanel& panel, std::uint32_t device) {
  return panel.devices.empty() ? "" : printable(panel.devices[device]) + ' ';
}

}  // namespace

std::string gantt(std::span<const GanttPanel> panels, const GanttStyle& style) {
  const std::size_t width = std::max(style.width, kLeastWidth);
  Millis longest{0};
  std::size_t names_width = 0;
  std::vector<std::vector<std::string>> task_names;  // they outlive the bars
  // Rows are as wide as the names of all leave them room: once for the names, once for the rows.
  const auto rows_of_panel = [&](std::size_t panel, double cells_per_ms) {
    std::vector<NamedRow> rows;
    for (std::uint32_t device = 0; device < panels[panel].timeline.devices(); ++device) {
      for (NamedRow& row : rows_of_device(panels[panel], task_names[panel], device, cells_per_ms)) {
        row.name = device_name(panels[panel], device) + row.name;
        rows.push_back(std::move(row));
      }
    }
    return rows;
  };
  for (std::size_t panel = 0; panel < panels.size(); ++panel) {
    longest = std::max(longest, panels[panel].timeline.makespan);
    auto& names = task_names.emplace_back();
    std::transform(panels[panel].task_names.begin(), panels[panel].task_names.end(), std::back_inserter(names),
                   [](const std::string& name) { return printable(name); });
    for (const NamedRow& row : rows_of_panel(panel, 0)) {
      names_width = std::max(names_width, display_width(row.name));
    }
  }
  names_width = std::min(names_width, width / 2);
  const std::size_t cells = width - names_width - kGap;
  const double cells_per_ms = longest > Millis{0} ? static_cast<double>(cells) / longest.count() : 0;
  GanttSigns signs;
  std::string text;
  const auto add_line = [&](const std::string& name, const std::string& row) {
    const std::string shown = wrapped(name, names_width).front();
    text += shown + std::string(names_width - display_width(shown) + kGap, ' ') + row + '\n';
  };
  for (std::size_t panel = 0; panel < panels.size(); ++panel) {
    text += panels[panel].title.empty() ? "" : wrapped_lines(printable(panels[panel].title), width, 2);
    for (NamedRow& row : rows_of_panel(panel, cells_per_ms)) {
      row.row.is_dense |= are_too_short(row.row.bars, cells);
      add_line(row.name, gantt_row(row.row, cells, style.unicode, style.colour, signs));
    }
  }
  const GanttAxis axis = gantt_axis(longest, cells, style.unicode);
  add_line("", axis.ticks);
  add_line(std::string{axis.unit}, axis.numbers);
  const std::string signs_text = legend(signs, style.unicode);
  return signs_text.empty() ? text : text + signs_text + '\n';
}

}  // namespace warpshop::report
