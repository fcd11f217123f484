#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/report/engine_rows.hpp"
#include "sim/report/html/thinned_row.hpp"

namespace warpshop::report::html {

/// The most that a chart draws, whatever the timeline: the rest is counted.
inline constexpr std::size_t kMostBars = 4000;
inline constexpr std::uint32_t kMostDrawnDevices = 16;
inline constexpr std::uint32_t kMostLanes = 24;  ///< of a compute engine

/// One line of bars.
struct GanttRow {
  EngineRow of;
  std::vector<RowBar> bars;  ///< of its spans
};

/// What of a timeline is drawn.
struct GanttRows {
  std::vector<GanttRow> rows;                    ///< by device, from above
  std::vector<std::vector<TimeSpan>> both_ways;  ///< by device: when copies move in both directions at once
  std::size_t merged = 0;                        ///< commands that share a bar with others
  std::size_t merged_bars = 0;                   ///< such bars
  std::size_t left_out = 0;                      ///< commands of rows that are too many to be drawn
};

/// pixel: the time that a pixel of the chart stands for, > 0; bars narrower than that are merged, or, where there would
/// be more than kMostBars of them, than as many pixels as it takes. O(n log n).
GanttRows gantt_rows(const Timeline& timeline, Millis pixel);

}  // namespace warpshop::report::html
