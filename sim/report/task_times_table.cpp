#include "sim/report/task_times_table.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "sim/model/task_times.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/shown_rows.hpp"
#include "sim/report/text_table.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

std::string shown(const std::optional<Millis>& time) {
  return time ? fmt::format("{:.3f}", time->count()) : "";
}

/// `0` only where the task, or the job, ends just when it is due.
template <class Times>
std::string slack_text(const Times& task) {
  return !task.due ? "" : tied(*task.due, task.completion) ? "0" : rounded(task.slack()->count(), 3);
}

/// `2 of 6 late, least slack -3.000 ms (a)`.
std::string lateness_line(const std::vector<TaskTimes>& times, const std::vector<std::string>& names, std::size_t due) {
  const auto least = std::min_element(times.begin(), times.end(), [](const TaskTimes& a, const TaskTimes& b) {
    return a.due && (!b.due || clearly_less(*a.slack(), *b.slack()));
  });
  return fmt::format("{} of {} late, least slack {} ms ({})\n", late_tasks(times), due, slack_text(*least),
                     short_name(names[static_cast<std::size_t>(least - times.begin())]));
}

}  // namespace

void task_times_table(std::ostream& out, const Simulation& simulation, const format::Table& style) {
  const std::vector<std::string>& names = simulation.task_names;
  const auto times = task_times(simulation.releases, simulation.due, simulation.timeline, names.size());
  if (const std::size_t due = due_tasks(simulation.due); due > 0) {
    out << wrapped_lines(lateness_line(times, names, due), style.width, 2);
  }
  TextTable table;
  table.column("task", Align::left, {.wraps = true, .names = true});
  table.column("release ms", Align::right, {.drop = 1});
  table.column("due ms", Align::right);
  table.column("end ms", Align::right);
  table.column("slack ms", Align::right);
  table.column("", Align::left);
  const Order& order = simulation.plan.order;
  for (std::size_t place = 0; place < shown_rows(order.size()); ++place) {
    const TaskTimes& task = times[order[place]];
    table.row({names[order[place]], shown(task.release), shown(task.due), shown(task.completion), slack_text(task),
               task.late() ? "late" : ""});
  }
  out << table.text(style);
  tell_rows_left_out(out, order.size());
}

void job_times_table(std::ostream& out, const Simulation& simulation, const format::Table& style) {
  TextTable table;
  const bool due = std::any_of(simulation.jobs.begin(), simulation.jobs.end(),
                               [](const JobTimes& job) { return job.due.has_value(); });
  table.column("job", Align::left, {.wraps = true, .names = true});
  table.column("tasks", Align::right, {.drop = 1});
  table.column("start ms", Align::right);
  table.column("end ms", Align::right);
  if (due) {
    table.column("due ms", Align::right);
    table.column("slack ms", Align::right);
    table.column("", Align::left);
  }
  for (std::size_t i = 0; i < shown_rows(simulation.jobs.size()); ++i) {
    const JobTimes& job = simulation.jobs[i];
    std::vector<std::string> cells{job.name, std::to_string(job.tasks), shown(job.start), shown(job.completion)};
    if (due) {
      cells.insert(cells.end(), {shown(job.due), slack_text(job), job.late() ? "late" : ""});
    }
    table.row(std::move(cells));
  }
  out << table.text(style);
  tell_rows_left_out(out, simulation.jobs.size());
}

}  // namespace warpshop::report
