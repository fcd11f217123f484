#include "sim/report/html/simulation_chapter.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/model/job_times.hpp"
#include "sim/model/plan_text.hpp"
#include "sim/report/assumed_costs_text.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/html/data_table.hpp"
#include "sim/report/html/gantt_chart.hpp"
#include "sim/report/html/plan_charts.hpp"
#include "sim/report/objective_text.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/proven_lines.hpp"
#include "sim/report/settings_table.hpp"

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

}  // namespace

Chapter chapter(const DrawnPlan& plan) {
  const Simulation& simulation = plan.simulation;
  Chapter chapter{.question = fmt::format("How long does “{}” take on {}?", simulation.workload, simulation.device),
                  .answer = simulation_answer(simulation),
                  .seed = simulation.origin.seed};
  add_simulation_caveats(chapter, simulation);
  const bool plain = simulation.objective == Objective::makespan;
  chapter.sections.push_back(
      {"What happens when",
       plan_charts(std::span(&plan, 1), plain ? std::optional(simulation.lower_bound) : std::nullopt)});
  const auto view = result::viewed(simulation);
  const result::Described described = result::kind_of(&simulation).describe(view);
  if (!simulation.settings.empty()) {
    chapter.sections.push_back(
        {"What to set", data_table("what to set on a GPU", settings_table(simulation, described))});
  }
  if (!simulation.releases.empty() || !simulation.due.empty()) {
    chapter.sections.push_back(
        {"Releases and due dates",
         data_table(fmt::format("{} of {} late", late_tasks(view.times), number_of(view.due, "due date")),
                    shown_table(described, "task_times", simulation.plan.order))});
  }
  if (!simulation.jobs.empty()) {
    const auto of_jobs = [&](auto is) { return std::count_if(simulation.jobs.begin(), simulation.jobs.end(), is); };
    const bool due = of_jobs([](const JobTimes& job) { return job.due.has_value(); }) > 0;
    const auto late = of_jobs([](const JobTimes& job) { return job.late(); });
    chapter.sections.push_back(
        {"Jobs", data_table(number_of(simulation.jobs.size(), "job") + (due ? fmt::format(", {} late", late) : ""),
                            shown_table(described, "jobs"))});
  }
  return chapter;
}

}  // namespace warpshop::report::html
