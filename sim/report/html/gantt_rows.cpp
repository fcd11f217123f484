#include "sim/report/html/gantt_rows.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

namespace warpshop::report::html {
namespace {

void sort_by_start(std::vector<TimeSpan>& spans) {
  std::stable_sort(spans.begin(), spans.end(), [](const TimeSpan& a, const TimeSpan& b) { return a.start < b.start; });
}

/// Spans by start that overlap become one.
std::vector<TimeSpan> merged_times(std::vector<TimeSpan> spans) {
  sort_by_start(spans);
  std::vector<TimeSpan> merged;
  for (const TimeSpan& span : spans) {
    if (!merged.empty() && span.start < merged.back().end) {
      merged.back().end = std::max(merged.back().end, span.end);
    } else {
      merged.push_back(span);
    }
  }
  return merged;
}

/// The rows that are drawn, without bars, and where the spans of each device and row number go.
std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> place_rows(const TimelineRows& drawing,
                                                                          GanttRows& result) {
  std::vector<TimelineRow> rows = drawing.rows;
  std::stable_sort(rows.begin(), rows.end(), [](const TimelineRow& a, const TimelineRow& b) {
    return std::tie(a.device, a.place, a.number) < std::tie(b.device, b.place, b.number);
  });
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> places;
  for (const TimelineRow& row : rows) {
    const bool too_far = row.device >= kMostDrawnDevices || row.number >= kMarksRow + kMostLanes;
    if (!too_far && places.try_emplace({row.device, row.number}, result.rows.size()).second) {
      result.rows.push_back({.device = row.device, .name = row.name, .spans = {}, .bars = {}});
    }
  }
  return places;
}

/// Where both lists have a span at once. Both by start, without overlaps of their own.
std::vector<TimeSpan> common_times(const std::vector<TimeSpan>& one, const std::vector<TimeSpan>& other) {
  std::vector<TimeSpan> common;
  for (std::size_t i = 0, j = 0; i < one.size() && j < other.size();) {
    const Millis start = std::max(one[i].start, other[j].start);
    const Millis end = std::min(one[i].end, other[j].end);
    if (start < end) {
      common.push_back({.start = start, .end = end});
    }
    one[i].end < other[j].end ? ++i : ++j;
  }
  return common;
}

std::vector<std::vector<TimeSpan>> copies_both_ways(const TimelineRows& drawing) {
  std::vector<std::array<std::vector<TimeSpan>, 2>> copies;
  for (const Interval& interval : drawing.intervals) {
    if (interval.stage != Stage::kernel && interval.device < kMostDrawnDevices) {
      copies.resize(std::max<std::size_t>(copies.size(), interval.device + 1));
      copies[interval.device][interval.stage == Stage::h2d ? 0 : 1].push_back({interval.start, interval.end});
    }
  }
  std::vector<std::vector<TimeSpan>> both;
  both.reserve(copies.size());
  for (const auto& [in, out] : copies) {
    both.push_back(common_times(merged_times(in), merged_times(out)));
  }
  return both;
}

std::size_t thin(std::vector<GanttRow>& rows, Millis narrow) {
  std::size_t bars = 0;
  for (GanttRow& row : rows) {
    row.bars = thinned_row(row.spans, narrow);
    bars += row.bars.size();
  }
  return bars;
}

}  // namespace

GanttRows gantt_rows(const TimelineRows& drawing, Millis pixel) {
  GanttRows result;
  const auto places = place_rows(drawing, result);
  for (std::size_t i = 0; i < drawing.intervals.size(); ++i) {
    const Interval& interval = drawing.intervals[i];
    const auto place = places.find({interval.device, drawing.row_of[i]});
    if (place == places.end()) {
      ++result.left_out;
    } else {
      result.rows[place->second].spans.push_back({interval.start, interval.end, i});
    }
  }
  const auto is_empty_lane = [](const GanttRow& row) {
    return row.spans.empty() && row.name.find(' ') != std::string::npos;  // `compute 2`
  };
  std::erase_if(result.rows, is_empty_lane);
  for (GanttRow& row : result.rows) {
    sort_by_start(row.spans);
  }
  while (thin(result.rows, pixel) > kMostBars) {
    pixel *= 2;
  }
  result.both_ways = copies_both_ways(drawing);
  for (std::vector<TimeSpan>& both : result.both_ways) {
    std::vector<TimeSpan> drawn;
    for (const RowBar& bar : thinned_row(both, pixel)) {
      drawn.push_back({bar.start, bar.end});
    }
    both = std::move(drawn);
  }
  for (const GanttRow& row : result.rows) {
    for (const RowBar& bar : row.bars) {
      result.merged += bar.count > 1 ? bar.count : 0;
      result.merged_bars += bar.count > 1 ? 1 : 0;
    }
  }
  return result;
}

}  // namespace warpshop::report::html
