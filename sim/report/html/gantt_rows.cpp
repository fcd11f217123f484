#include "sim/report/html/gantt_rows.hpp"

#include <algorithm>
#include <utility>

namespace warpshop::report::html {

std::vector<RowBar> thinned_row(std::span<const TimeSpan> spans, Millis narrow) {
  constexpr double kWidest = 4;  // of a bar of several, in `narrow`
  std::vector<RowBar> bars;
  bool open = false;  // the last bar takes more
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const TimeSpan& span = spans[i];
    const Millis length = span.end - span.start;
    const bool short_one = length < narrow;
    if (open && short_one && span.start - bars.back().end < narrow && span.end - bars.back().start < kWidest * narrow) {
      RowBar& bar = bars.back();
      bar.end = std::max(bar.end, span.end);
      bar.busy += length;
      ++bar.count;
      continue;
    }
    bars.push_back({.start = span.start, .end = span.end, .first = i, .count = 1, .busy = length});
    open = short_one;
  }
  return bars;
}

namespace {

std::size_t thin(std::vector<DrawnRow>& rows, Millis narrow) {
  std::size_t bars = 0;
  for (DrawnRow& row : rows) {
    row.bars = thinned_row(row.of.spans, narrow);
    bars += row.bars.size();
  }
  return bars;
}

}  // namespace

GanttRows gantt_rows(const Timeline& timeline, Millis pixel) {
  GanttRows result;
  for (EngineRow& row : engine_rows(timeline)) {
    if (row.device < kMostDrawnDevices && row.lane < kMostLanes) {
      result.rows.push_back({.of = std::move(row), .bars = {}});
    } else {
      result.left_out += row.spans.size();
    }
  }
  while (thin(result.rows, pixel) > kMostBars) {
    pixel *= 2;
  }
  result.both_ways = both_ways(timeline);
  result.both_ways.resize(std::min<std::size_t>(result.both_ways.size(), kMostDrawnDevices));
  for (std::vector<TimeSpan>& both : result.both_ways) {
    std::vector<TimeSpan> drawn;
    for (const RowBar& bar : thinned_row(both, pixel)) {
      drawn.push_back({bar.start, bar.end});
    }
    both = std::move(drawn);
  }
  for (const DrawnRow& row : result.rows) {
    for (const RowBar& bar : row.bars) {
      result.merged += bar.count > 1 ? bar.count : 0;
      result.merged_bars += bar.count > 1 ? 1 : 0;
    }
  }
  return result;
}

}  // namespace warpshop::report::html
