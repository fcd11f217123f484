#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "sim/model/timeline.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// How a chart is drawn.
struct GanttStyle {
  std::size_t width = 80;  ///< cells that a line may have; a chart has no less than 40
  bool unicode = false;    ///< blocks, edges to an eighth of a cell; otherwise ASCII
  bool colour = false;     ///< a colour a task, by ANSI escapes
};

/// A chart beside a table of that style; 80 cells wide where that has no limit.
inline GanttStyle gantt_style(const format::Table& style) {
  return {
      .width = style.width > 0 ? style.width : GanttStyle{}.width, .unicode = style.unicode, .colour = style.colour};
}

/// A timeline in a chart; all of it outlives the drawing.
struct GanttPanel {
  std::string title;                          ///< a line above it; empty: none
  const Timeline& timeline;                   ///< as it is to be drawn
  std::span<const std::string> task_names;    ///< by position
  std::span<const std::string> devices = {};  ///< names, where there are several
};

/// Timelines as text, one above the other on one time axis, which is at the bottom: a row an engine (`h2d`, `compute`,
/// `d2h`; `dma` where both copies share one), and further ones where kernels overlap, up to eight, beyond which the
/// last stands for all. A bar a command, with the name of its task where that fits, lighter while both directions of a
/// device move at once; dots where an engine waits, nothing once the plan has ended. Where bars are mostly too short to
/// be seen, a row's height says how much of the time its engine works instead. A line says which signs mean what.
std::string gantt(std::span<const GanttPanel> panels, const GanttStyle& style);

}  // namespace warpshop::report
