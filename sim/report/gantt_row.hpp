#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpshop::report {

/// A stretch of a row of a chart, in cells from its left end. start ≤ end.
struct GanttSpan {
  double start = 0;
  double end = 0;
};

/// A command in a row.
struct GanttBar {
  GanttSpan span;
  std::uint32_t task = 0;  ///< which colour it has
  std::string_view name;   ///< printable
};

/// A row of a chart. Bars by start; of the first `ends` cells those without a bar are idle.
struct GanttRow {
  std::vector<GanttBar> bars = {};
  std::vector<GanttSpan> opposed = {};  ///< where copies go both ways, by start
  double ends = 0;
  bool is_dense = false;  ///< bars are too short to be told apart, or overlap
};

/// Signs that a row has used, of which a legend is made.
struct GanttSigns {
  bool opposed = false;
  bool idle = false;
  bool dense = false;
};

/// Whether most bars of a row of so many cells would be too short to be seen as such.
bool are_too_short(const std::vector<GanttBar>& bars, std::size_t cells);

/// A row of so many cells, with blocks or in ASCII, with ANSI escapes where there is colour; no spaces at its end.
std::string gantt_row(const GanttRow& row, std::size_t cells, bool unicode, bool colour, GanttSigns& signs);

}  // namespace warpshop::report
