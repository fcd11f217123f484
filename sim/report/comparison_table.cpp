#include "sim/report/comparison_table.hpp"

#include <fmt/format.h>

#include "sim/report/objective_text.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {
namespace {

std::string heading(const Comparison& comparison) {
  const bool plain = comparison.objective == Objective::makespan;
  return fmt::format(
      "{}: {} {} on {}, engine {}, no plan is below {}{:.3f} ms\n", comparison.workload, comparison.task_names.size(),
      comparison.task_names.size() == 1 ? "task" : "tasks", comparison.device, comparison.engine,
      plain ? "" : fmt::format("{} ", objective_text(comparison.objective)), comparison.lower_bound.count());
}

/// Why the best plan is the best: how much of its work it hides behind other work.
std::string reason(const Comparison& comparison) {
  const std::string& best = comparison.results.front().policy;
  const std::string others = best == "fifo" ? "" : fmt::format(", {:.0f} % under fifo", comparison.fifo_overlap * 100);
  return fmt::format("Two or three engines {}work at once {:.0f} % of the time under {}{}.\n",
                     comparison.fleet.empty() ? "" : "of a device ", comparison.best_overlap * 100, best, others);
}

/// `1:0 3:2`: the D2H of task 1 waits for the H2D of task 0.
std::string gate_pairs(const Plan& plan) {
  std::string text;
  for (const Gate& gate : plan.gates) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", gate.d2h, gate.h2d);
  }
  return text;
}

}  // namespace

std::string table(const Comparison& comparison, const TableStyle& style) {
  const bool timed = !comparison.results.empty() && comparison.results.front().planning.has_value();
  TextTable table;
  table.column("", Align::left);
  table.column("policy", Align::left);
  table.column("predicted ms", Align::right);
  if (comparison.objective != Objective::makespan) {
    table.column(fmt::format("{} ms", objective_text(comparison.objective)), Align::right);
  }
  table.column("makespan ms", Align::right);
  table.column("gap", Align::right);
  table.column("gain over fifo", Align::right);
  if (timed) {
    table.column("planning us", Align::right);
  }
  table.column("order", Align::left);
  for (const PolicyResult& result : comparison.results) {
    const bool best = tied(result.cost, comparison.results.front().cost);
    std::vector<std::string> cells{
        best ? "*" : "",
        policy_text(result.policy, result.seeks_optimum, result.proven_optimal),
        fmt::format("{:.3f}", result.predicted.count()),
    };
    if (comparison.objective != Objective::makespan) {
      cells.push_back(fmt::format("{:.3f}", result.cost.count()));
    }
    cells.insert(cells.end(), {fmt::format("{:.3f}", result.makespan.count()),
                               excess_text(comparison.objective, result.cost, comparison.lower_bound),
                               gain_text(comparison.objective, result.cost, comparison.fifo_cost)});
    if (timed) {
      cells.push_back(fmt::format("{:.1f}", result.planning->count()));
    }
    cells.push_back(order_text(result.plan, comparison.task_names, comparison.fleet));
    table.row(std::move(cells), best);
  }
  return heading(comparison) + table.text(style.colour) + (comparison.results.empty() ? "" : reason(comparison));
}

std::string csv(const Comparison& comparison, bool header) {
  std::string text;
  const bool timed = !comparison.results.empty() && comparison.results.front().planning.has_value();
  const bool plain = comparison.objective == Objective::makespan;
  if (header) {
    text = fmt::format(
        "workload,tasks,device,engine,lower_bound_ms,policy,submission,predicted_ms,makespan_ms{},"
        "proven_optimal{}{},gates,rounds,order\n",
        plain ? "" : ",objective,cost_ms", timed ? ",planning_us" : "",
        comparison.fleet.empty() ? "" : ",tasks_by_device");
  }
  for (const PolicyResult& result : comparison.results) {
    text += fmt::format("{},{},{},{},{},{},{},{},{}{},{}{}{},{},{},{}\n", csv_field(comparison.workload),
                        comparison.task_names.size(), csv_field(comparison.device), comparison.engine,
                        comparison.lower_bound.count(), result.policy, name(result.plan.submission),
                        result.predicted.count(), result.makespan.count(),
                        plain ? "" : fmt::format(",{},{}", name(comparison.objective), result.cost.count()),
                        result.proven_optimal, timed ? fmt::format(",{}", result.planning->count()) : "",
                        comparison.fleet.empty() ? "" : fmt::format(",{}", fmt::join(result.plan.devices, " ")),
                        gate_pairs(result.plan), fmt::join(result.plan.rounds, " "), fmt::join(result.plan.order, " "));
  }
  return text;
}

}  // namespace warpshop::report
