#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/model/timeline_rows.hpp"
#include "sim/model/units.hpp"

namespace warpshop::report::html {

/// How a timeline is drawn.
struct GanttOptions {
  std::string caption;                        ///< text
  std::string more = {};                      ///< text beside it
  Millis until{0};                            ///< where the time axis ends: the same for charts that are compared
  std::optional<Millis> bound = {};           ///< below which no plan ends
  std::span<const Millis> alone = {};         ///< by interval: what it takes when nothing opposes it; empty: not known
  std::string note = {};                      ///< text below the chart
  std::span<const std::string> devices = {};  ///< names of those of a fleet
  bool goes_on = false;                       ///< the timeline is a part of one, which its end does not end
};

/// A chart of a timeline: a row an engine, or a lane of it; how long it idles, and when copies in both directions slow
/// each other down, hatched; marks of releases and due dates; each bar says what it is. Bars are merged as gantt_rows()
/// says, which a line below tells. Below it the commands as a table, the first ones of many.
std::string gantt(const TimelineRows& drawing, const GanttOptions& options);

/// A time for people: `26.570 ms`.
std::string time_text(Millis time);

}  // namespace warpshop::report::html
