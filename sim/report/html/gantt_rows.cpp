#include "sim/report/html/gantt_rows.hpp"

#include <algorithm>
#include <utility>

namespace warpshop::report::html {
namespace {

std::size_t thin(std::vector<GanttRow>& rows, Millis narrow) {
  std::size_t bars = 0;
  for (GanttRow& row : rows) {
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
  for (const GanttRow& row : result.rows) {
    for (const RowBar& bar : row.bars) {
      result.merged += bar.count > 1 ? bar.count : 0;
      result.merged_bars += bar.count > 1 ? 1 : 0;
    }
  }
  return result;
}

}  // namespace warpshop::report::html
