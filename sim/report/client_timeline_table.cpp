#include "sim/report/client_timeline_table.hpp"

#include <span>

#include <fmt/format.h>

#include "sim/model/quantity.hpp"
#include "sim/report/client_answer.hpp"
#include "sim/report/client_table.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/gantt.hpp"
#include "sim/report/shown_table.hpp"
#include "sim/report/text_table.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {

void print(std::ostream& out, const format::Table& style, const ClientTimeline& timeline) {
  print(out, style, timeline.comparison);
  const ClientWindow& window = timeline.window();
  if (timeline.ranked > 0) {
    out << wrapped_lines(
        fmt::format("{} is the first of {} ways of sharing.\n", timeline.result().policy, timeline.ranked), style.width,
        2);
  }
  out << '\n'
      << wrapped_lines(fmt::format("From {} to {}: commands of {}, times from the start of the simulation\n",
                                   quantity_text(window.time.from.count(), unit_of(window.time.from)),
                                   quantity_text(window.time.until.count(), unit_of(window.time.until)),
                                   number_of(window.requests.size(), "request")),
                       style.width, 2);
  if (style.charts) {
    const DrawnWindow drawn = drawn_window(window, timeline.comparison.clients);
    const GanttPanel panel{.title = "", .timeline = drawn.timeline, .task_names = drawn.task_names};
    out << gantt(std::span(&panel, 1), gantt_style(style)) << '\n';
  }
  out << shown_table(timeline, "intervals").text(style);
}

}  // namespace warpshop::report
