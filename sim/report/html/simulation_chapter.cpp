#include "sim/report/html/simulation_chapter.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/model/plan_text.hpp"
#include "sim/model/task_times.hpp"
#include "sim/report/assumed_costs_text.hpp"
#include "sim/report/html/data_table.hpp"
#include "sim/report/html/gantt_chart.hpp"
#include "sim/report/html/markup.hpp"
#include "sim/report/html/plan_charts.hpp"
#include "sim/report/objective_text.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/proven_lines.hpp"
#include "sim/report/shown_rows.hpp"

namespace warpshop::report::html {
namespace {

std::string simulation_answer(const Simulation& simulation) {
  const bool plain = simulation.objective == Objective::makespan;
  return fmt::format("{} under {}{}{}: {}{}{}; no plan can be below {}.",
                     order_text(simulation.plan, simulation.task_names, simulation.fleet, kLongestInSentence),
                     simulation.policy,
                     simulation.ranked > 0 ? fmt::format(", the first of {} policies", simulation.ranked) : "",
                     simulation.order_given ? ", order of submission given" : "",
                     plain ? "" : fmt::format("{} ", objective_text(simulation.objective)), time_text(simulation.cost),
                     plain ? "" : fmt::format(", makespan {}", time_text(simulation.timeline.makespan)),
                     time_text(simulation.lower_bound));
}

void add_simulation_caveats(Chapter& chapter, const Simulation& simulation) {
  if (simulation.proven_optimal) {
    chapter.caveats.push_back(proven_line(simulation) + ".");
  }
  if (simulation.plan.share) {
    chapter.caveats.push_back("Kernels share: " + share_text(*simulation.plan.share) + ".");
  }
  if (simulation.sharing) {
    chapter.caveats.push_back(fmt::format(
        "Kernels, waiting not counted: system throughput {:.3f} of one at a time, slowed down {:.2f} times on average, "
        "fairness {:.2f}.",
        simulation.sharing->stp, simulation.sharing->antt, simulation.sharing->fairness));
  }
  if (!simulation.plan.gates.empty()) {
    chapter.caveats.push_back("Copies out that wait: " + gates_text(simulation.plan, simulation.task_names) + ".");
  }
  if (simulation.energy) {
    chapter.caveats.push_back(fmt::format("Energy {:.4g} J, peak power {:.4g} W.", simulation.energy->used.value,
                                          simulation.energy->peak.value));
  }
  add_basis(chapter, simulation.basis);
  add_lines(chapter, assumed_costs_line(simulation.assumed_costs));
  chapter.caveats.push_back(fmt::format("Times are what engine {} says, {} was predicted by the policy's own model.",
                                        simulation.engine, time_text(simulation.predicted)));
}

/// Where tasks are released late, or due.
std::string due_table(const Simulation& simulation) {
  const auto times = task_times(simulation.releases, simulation.due, simulation.timeline, simulation.task_names.size());
  DataTable table(fmt::format("{} of {} late", late_tasks(times), number_of(due_tasks(simulation.due), "due date")));
  table.column("task", Align::left);
  table.column("release ms");
  table.column("due ms");
  table.column("end ms");
  table.column("slack ms");
  table.column("", Align::left);
  const Order& order = simulation.plan.order;
  for (std::size_t place = 0; place < shown_rows(order.size()); ++place) {
    const TaskTimes& task = times[order[place]];
    table.row({escaped(simulation.task_names[order[place]]), fmt::format("{:.3f}", task.release.count()),
               task.due ? fmt::format("{:.3f}", task.due->count()) : "", fmt::format("{:.3f}", task.completion.count()),
               task.due ? fmt::format("{:.3f}", task.slack()->count()) : "", task.late() ? "late" : ""},
              task.late());
  }
  if (shown_rows(order.size()) < order.size()) {
    table.note(fmt::format("… {} more", order.size() - shown_rows(order.size())));
  }
  return table.markup();
}

std::string job_table(const Simulation& simulation) {
  const auto late =
      std::count_if(simulation.jobs.begin(), simulation.jobs.end(), [](const JobTimes& job) { return job.late(); });
  const bool due = std::any_of(simulation.jobs.begin(), simulation.jobs.end(),
                               [](const JobTimes& job) { return job.due.has_value(); });
  DataTable table(number_of(simulation.jobs.size(), "job") + (due ? fmt::format(", {} late", late) : ""));
  table.column("job", Align::left);
  table.column("tasks");
  table.column("start ms");
  table.column("end ms");
  if (due) {
    table.column("due ms");
    table.column("slack ms");
    table.column("", Align::left);
  }
  for (std::size_t i = 0; i < shown_rows(simulation.jobs.size()); ++i) {
    const JobTimes& job = simulation.jobs[i];
    std::vector<std::string> cells{escaped(job.name), std::to_string(job.tasks),
                                   fmt::format("{:.3f}", job.start.count()),
                                   fmt::format("{:.3f}", job.completion.count())};
    if (due) {
      cells.insert(cells.end(), {job.due ? fmt::format("{:.3f}", job.due->count()) : "",
                                 job.due ? fmt::format("{:.3f}", job.slack()->count()) : "", job.late() ? "late" : ""});
    }
    table.row(std::move(cells), job.late());
  }
  if (shown_rows(simulation.jobs.size()) < simulation.jobs.size()) {
    table.note(fmt::format("… {} more", simulation.jobs.size() - shown_rows(simulation.jobs.size())));
  }
  return table.markup();
}

/// With the columns that say anything.
std::string settings_markup(const Simulation& simulation) {
  const auto any = [&](const auto& says) {
    return std::any_of(simulation.settings.begin(), simulation.settings.end(), says);
  };
  const bool ctas = any([](const ShareSetting& setting) { return setting.ctas_per_sm > 0; });
  const bool mps = any([](const ShareSetting& setting) { return setting.mps_percentage.has_value(); });
  const bool mig = any([](const ShareSetting& setting) { return setting.mig_instance > 0; });
  DataTable table("what to set on a GPU");
  table.column("tasks", Align::left);
  table.column("SMs");
  for (const auto& [shown, title] : {std::pair(ctas, "CTAs an SM"), {mps, "MPS %"}, {mig, "MIG instance"}}) {
    if (shown) {
      table.column(title);
    }
  }
  for (std::size_t i = 0; i < shown_rows(simulation.settings.size()); ++i) {
    const ShareSetting& setting = simulation.settings[i];
    std::string tasks;
    for (std::size_t task = 0; task < shown_rows(setting.tasks.size()); ++task) {
      tasks += (tasks.empty() ? "" : ", ") + simulation.task_names[setting.tasks[task]];
    }
    std::vector<std::string> cells{escaped(tasks), setting.sms > 0 ? std::to_string(setting.sms) : ""};
    if (ctas) {
      cells.push_back(std::to_string(setting.ctas_per_sm));
    }
    if (mps) {
      cells.push_back(setting.mps_percentage ? setting_number(*setting.mps_percentage) : "");
    }
    if (mig) {
      cells.push_back(fmt::format("{} {}", setting.mig_instance, escaped(setting.mig_profile)));
    }
    table.row(std::move(cells));
  }
  return table.markup();
}

}  // namespace

Chapter chapter(const DrawnPlan& plan) {
  const Simulation& simulation = plan.simulation;
  Chapter chapter{.question = fmt::format("How long does “{}” take on {}?", simulation.workload, simulation.device),
                  .answer = simulation_answer(simulation),
                  .caveats = {},
                  .sections = {},
                  .seed = simulation.origin.seed,
                  .draws = true};
  add_simulation_caveats(chapter, simulation);
  const bool plain = simulation.objective == Objective::makespan;
  chapter.sections.push_back(
      {"What happens when",
       plan_charts(std::span(&plan, 1), plain ? std::optional(simulation.lower_bound) : std::nullopt)});
  if (!simulation.settings.empty()) {
    chapter.sections.push_back({"What to set", settings_markup(simulation)});
  }
  if (!simulation.releases.empty() || !simulation.due.empty()) {
    chapter.sections.push_back({"Releases and due dates", due_table(simulation)});
  }
  if (!simulation.jobs.empty()) {
    chapter.sections.push_back({"Jobs", job_table(simulation)});
  }
  return chapter;
}

}  // namespace warpshop::report::html
