#include "sim/report/html/gantt_chart.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sim/report/decimals.hpp"
#include "sim/report/gantt_axis.hpp"
#include "sim/report/html/gantt_rows.hpp"
#include "sim/report/html/gantt_text.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/html/task_kinds.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report::html {
namespace {

constexpr double kWidth = 1120;
constexpr double kPlotLeft = 84;
constexpr double kPlotRight = kWidth - 96;
constexpr double kPlotTop = 24;
constexpr double kRow = 26;
constexpr double kBetweenRows = 4;
constexpr double kDeviceTitle = 22;
constexpr double kBelow = 40;

/// Paints one timeline.
class GanttPainter {
 public:
  GanttPainter(const TimelineRows& drawing, const GanttOptions& options)
      : drawing_(drawing),
        options_(options),
        unit_(unit_for(options.until)),
        axis_{.low = 0,
              .high = options.until > Millis{0} ? options.until.count() * unit_.per_milli : 1,
              .from = kPlotLeft,
              .to = kPlotRight},
        rows_(gantt_rows(*drawing.timeline, Millis{axis_.high / unit_.per_milli / (kPlotRight - kPlotLeft)})),
        kinds_(task_kinds(drawing.task_names)),
        svg_("wide", kWidth, place_rows_below_each_other() + kBelow, options.caption,
             "A row an engine, time from left to right; the figures follow as a table.") {}

  std::string markup() {
    svg_.zoomable(kPlotLeft);
    svg_.open_group("z");
    draw_lanes();
    draw_bottom_axis(svg_, axis_, ticks_of(axis_, 10), kPlotTop - 4, bottom_, unit_.name);
    for (std::size_t row = 0; row < rows_.rows.size(); ++row) {
      draw_bars(row);
    }
    draw_both_ways();
    draw_marks();
    draw_ends();
    for (const auto& [place, text] : labels_) {
      svg_.text("in", place.first, place.second, text);
    }
    svg_.close_group();
    draw_names();
    return figure(options_.caption, options_.more, svg_.markup(),
                  gantt_notes(drawing_, options_, rows_, kinds_, kinds_of_marks_), commands_table(drawing_, options_));
  }

 private:
  double at(Millis time) const { return axis_.at(time.count() * unit_.per_milli); }
  bool several_devices() const { return options_.devices.size() > 1; }

  /// Where the last one ends.
  double place_rows_below_each_other() {
    double y = kPlotTop;
    for (std::size_t i = 0; i < rows_.rows.size(); ++i) {
      const bool opens = i == 0 || rows_.rows[i].of.device != rows_.rows[i - 1].of.device;
      y += opens && several_devices() ? kDeviceTitle : 0;
      tops_.push_back(y);
      y += kRow + kBetweenRows;
    }
    bottom_ = y;
    return y;
  }

  void draw_lanes() {
    for (const double top : tops_) {
      svg_.rect("lane", kPlotLeft, top, kPlotRight - kPlotLeft, kRow);
      svg_.rect("idle", kPlotLeft, top, at(drawing_.timeline->makespan) - kPlotLeft, kRow);
    }
  }

  void draw_bars(std::size_t row) {
    constexpr double kLeastWidth = 0.8;
    const double top = tops_[row];
    for (const RowBar& bar : rows_.rows[row].bars) {
      const double left = at(bar.start);
      const double width = std::max(at(bar.end) - left, kLeastWidth);
      if (bar.count > 1) {
        const double part = bar.end > bar.start ? std::min(1.0, bar.busy / (bar.end - bar.start)) : 1;
        const double height = std::max(3.0, part * kRow);
        svg_.rect("dense bar", left, top + kRow - height, width, height,
                  fmt::format("{} commands from {} to {}, {} of that time busy", bar.count, time_text(bar.start),
                              time_text(bar.end), percent(part)));
        continue;
      }
      const std::size_t interval = rows_.rows[row].of.spans[bar.first].what;
      const std::uint32_t task = drawing_.intervals[interval].task;
      svg_.rect(fmt::format("bar {}", kinds_.colour(task)), left, top + 0.5, width, kRow - 1,
                command_text(drawing_, options_.alone, interval), width > 8 ? 2 : 0);
      add_label(drawing_.task_names[task], left, width, top);
    }
  }

  /// The name on its bar, as much of it as fits.
  void add_label(const std::string& name, double left, double width, double top) {
    constexpr double kCharacter = 6.9;
    constexpr double kInside = 5;
    const auto fits = static_cast<std::size_t>(std::max(0.0, (width - 2 * kInside + 2) / kCharacter));
    const std::string text = fits == 0 ? "" : shortened(name, fits);
    if (fits >= 3 || (fits > 0 && text == name)) {
      labels_.push_back({{left + kInside, top + kRow / 2 + 4}, text});
    }
  }

  void draw_both_ways() {
    for (std::size_t row = 0; row < rows_.rows.size(); ++row) {
      const EngineRow& drawn = rows_.rows[row].of;
      const bool copies = drawn.name == "h2d" || drawn.name == "d2h";
      if (!copies || drawn.device >= rows_.both_ways.size()) {
        continue;
      }
      for (const TimeSpan& span : rows_.both_ways[drawn.device]) {
        svg_.rect("both", at(span.start), tops_[row] + 0.5, at(span.end) - at(span.start), kRow - 1);
      }
    }
  }

  /// Top of the first row of a device, and the bottom of its last; nothing of one that is not drawn.
  std::optional<std::pair<double, double>> block_of(std::uint32_t device) const {
    std::optional<std::pair<double, double>> block;
    for (std::size_t row = 0; row < rows_.rows.size(); ++row) {
      if (rows_.rows[row].of.device == device) {
        block = {block ? block->first : tops_[row], tops_[row] + kRow};
      }
    }
    return block;
  }

  /// One of several of a kind that fall on one pixel.
  void draw_marks() {
    std::set<std::tuple<std::string_view, std::uint32_t, long>> drawn;
    for (const TimelineMark& mark : drawing_.marks) {
      const auto block = block_of(mark.device);
      const double x = at(mark.time);
      if (!block || mark.time > options_.until || !drawn.insert({mark.kind, mark.device, std::lround(x)}).second) {
        continue;
      }
      const std::string hover = fmt::format("{}: {} {}", drawing_.task_names[mark.task],
                                            mark.kind == "release" ? "may start from"
                                            : mark.kind == "due"   ? "is due at"
                                                                   : "is late, ends at",
                                            time_text(mark.time));
      const auto [top, bottom] = *block;
      if (mark.kind == "release") {
        svg_.line("dueline", x, top, x, bottom);
        svg_.polygon("plain", points({{x - 4, bottom + 4}, {x + 4, bottom + 4}, {x, bottom - 3}}), x, hover);
      } else {
        const bool late = mark.kind == "late";
        svg_.line(late ? "badline" : "dueline", x, top, x, bottom);
        svg_.polygon(late ? "bad" : "plain", points({{x - 4, top - 3}, {x + 4, top - 3}, {x, top + 4}}), x, hover);
      }
      kinds_of_marks_.insert(std::string{mark.kind});
    }
  }

  static std::string points(std::initializer_list<std::pair<double, double>> corners) {
    std::string text;
    for (const auto& [x, y] : corners) {
      text += fmt::format("{}{},{}", text.empty() ? "" : " ", coordinate(x), coordinate(y));
    }
    return text;
  }

  void draw_ends() {
    const double end = at(drawing_.timeline->makespan);
    if (options_.bound && *options_.bound <= options_.until) {
      const double x = at(*options_.bound);
      svg_.line("bound", x, kPlotTop - 8, x, bottom_,
                fmt::format("no plan ends before {}", time_text(*options_.bound)));
      svg_.text("t end", std::min(x, end) - 4, kPlotTop - 10, fmt::format("bound {}", time_text(*options_.bound)));
    }
    if (options_.goes_on) {
      return;
    }
    svg_.line("ends", end, kPlotTop - 8, end, bottom_,
              fmt::format("the plan ends at {}", time_text(drawing_.timeline->makespan)));
    svg_.text("strong", end + 4, kPlotTop - 10, time_text(drawing_.timeline->makespan));
  }

  void draw_names() {
    svg_.open_group("names");
    svg_.rect("plate", 0, 0, kPlotLeft - 6, bottom_ + kBelow);
    for (std::size_t row = 0; row < rows_.rows.size(); ++row) {
      const EngineRow& drawn = rows_.rows[row].of;
      const bool opens = row == 0 || drawn.device != rows_.rows[row - 1].of.device;
      if (opens && several_devices()) {
        svg_.text("strong", 2, tops_[row] - 7, shortened(options_.devices[drawn.device], 40));
      }
      svg_.text("t end", kPlotLeft - 8, tops_[row] + kRow / 2 + 4, drawn.name);
    }
    svg_.close_group();
  }

  const TimelineRows& drawing_;
  const GanttOptions& options_;
  TimeUnit unit_;
  Axis axis_;
  GanttRows rows_;
  TaskKinds kinds_;
  std::vector<double> tops_ = {};  ///< by row
  double bottom_ = 0;
  Svg svg_;
  std::vector<std::pair<std::pair<double, double>, std::string>> labels_;
  std::set<std::string> kinds_of_marks_;
};

}  // namespace

std::string time_text(Millis time) {
  return rounded(time.count(), 3) + " ms";
}

std::string gantt(const TimelineRows& drawing, const GanttOptions& options) {
  return GanttPainter(drawing, options).markup();
}

}  // namespace warpshop::report::html
