#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/report/engine_rows.hpp"

namespace warpshop::report::html {

/// A bar of a row: one span that is wide enough to be seen, or several that are not, next to each other.
struct RowBar {
  Millis start{0};
  Millis end{0};
  std::size_t first = 0;  ///< position in the spans by start: the bar stands for `count` of them from there
  std::size_t count = 1;  ///< ≥ 1; the counts of all bars of a row add up to its spans
  Millis busy{0};         ///< of several, how much of the bar they cover; ≤ end - start where they do not overlap
};

/// Bars of a row. spans: by start. Those shorter than `narrow` ≥ 0 become one bar with others as short that are less
/// than `narrow` away, as long as it stays below 4 · narrow. O(n).
std::vector<RowBar> thinned_row(std::span<const TimeSpan> spans, Millis narrow);

/// The most that a chart draws, whatever the timeline: the rest is counted.
inline constexpr std::size_t kMostBars = 4000;
inline constexpr std::uint32_t kMostDrawnDevices = 16;
inline constexpr std::uint32_t kMostLanes = 24;  ///< of a compute engine

/// One line of bars.
struct DrawnRow {
  EngineRow of;
  std::vector<RowBar> bars;  ///< of its spans
};

/// What of a timeline is drawn.
struct GanttRows {
  std::vector<DrawnRow> rows;                    ///< by device, from above
  std::vector<std::vector<TimeSpan>> both_ways;  ///< by device: when copies move in both directions at once
  std::size_t merged = 0;                        ///< commands that share a bar with others
  std::size_t merged_bars = 0;                   ///< such bars
  std::size_t left_out = 0;                      ///< commands of rows that are too many to be drawn
};

/// pixel: the time that a pixel of the chart stands for, > 0; bars narrower than that are merged, or, where there would
/// be more than kMostBars of them, than as many pixels as it takes. O(n log n).
GanttRows gantt_rows(const Timeline& timeline, Millis pixel);

}  // namespace warpshop::report::html
