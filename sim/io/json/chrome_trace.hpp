#pragma once

#include <ostream>
#include <span>

#include "sim/model/timeline_rows.hpp"

namespace warpshop::io {

/// Chrome trace JSON, which ui.perfetto.dev opens: a process a panel, numbered from 1, a slice an interval, flow arrows
/// `task` from each stage of a task to its next, and `gate` from an H2D copy to the D2H copy that waits for it;
/// instants where the marks are, on a row that is there only if there are any, and counters: of CTAs, of how busy
/// resources are, of how fast copies are. Several drawings, such as what was predicted and what was measured, are
/// processes of one file. Times in microseconds, as the format wants them.
void write_chrome_trace(std::ostream& out, std::span<const TimelineRows> drawings);

}  // namespace warpshop::io
