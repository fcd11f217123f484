#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>

#include "sim/model/timeline_rows.hpp"
#include "sim/report/html/gantt_chart.hpp"
#include "sim/report/html/gantt_rows.hpp"
#include "sim/report/html/task_kinds.hpp"

namespace warpshop::report::html {

// What stands on and below a chart of a timeline.

/// `MM, kernel: 2.520 ms … 13.130 ms; 10.610 ms, as alone`: what a pointer on a bar is told. alone: see GanttOptions.
std::string command_text(const TimelineRows& drawing, std::span<const Millis> alone, std::size_t interval);

/// A legend, and what is merged or left out: markup. marks: the kinds of those that are drawn.
std::string gantt_notes(const TimelineRows& drawing, const GanttOptions& options, const GanttRows& rows,
                        const TaskKinds& kinds, const std::set<std::string>& marks);

/// The commands in the order of the plan, the first ones of many: markup.
std::string commands_table(const TimelineRows& drawing, const GanttOptions& options);

}  // namespace warpshop::report::html
