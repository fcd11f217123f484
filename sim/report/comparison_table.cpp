#include "sim/report/comparison_table.hpp"

#include <cmath>

#include <fmt/format.h>

#include "sim/report/order_text.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {
namespace {

/// sign (part / whole - 1) in per cent to one decimal, never -0.0.
std::string excess_percent(Millis part, Millis whole, double sign) {
  const double percent = tied(part, whole) ? 0 : sign * (part / whole - 1) * 100;
  return fmt::format("{:.1f} %", std::abs(percent) < 0.05 ? 0.0 : percent);
}

std::string heading(const Comparison& comparison) {
  return fmt::format("{}: {} {} on {}, engine {}, no plan is below {:.3f} ms\n", comparison.workload,
                     comparison.task_names.size(), comparison.task_names.size() == 1 ? "task" : "tasks",
                     comparison.device, comparison.engine, comparison.lower_bound.count());
}

/// Why the best plan is the best: how much of its work it hides behind other work.
std::string reason(const Comparison& comparison) {
  const std::string& best = comparison.results.front().policy;
  const std::string others = best == "fifo" ? "" : fmt::format(", {:.0f} % under fifo", comparison.fifo_overlap * 100);
  return fmt::format("Two or three engines work at once {:.0f} % of the time under {}{}.\n",
                     comparison.best_overlap * 100, best, others);
}

}  // namespace

std::string table(const Comparison& comparison, const TableStyle& style) {
  const bool timed = !comparison.results.empty() && comparison.results.front().planning.has_value();
  TextTable table;
  table.column("", Align::left);
  table.column("policy", Align::left);
  table.column("predicted ms", Align::right);
  table.column("makespan ms", Align::right);
  table.column("gap", Align::right);
  table.column("gain over fifo", Align::right);
  if (timed) {
    table.column("planning us", Align::right);
  }
  table.column("order", Align::left);
  for (const PolicyResult& result : comparison.results) {
    const bool best = tied(result.makespan, comparison.results.front().makespan);
    std::vector<std::string> cells{
        best ? "*" : "",
        policy_text(result.policy, result.seeks_optimum, result.proven_optimal),
        fmt::format("{:.3f}", result.predicted.count()),
        fmt::format("{:.3f}", result.makespan.count()),
        excess_percent(result.makespan, comparison.lower_bound, 1),
        excess_percent(result.makespan, comparison.fifo_makespan, -1),
    };
    if (timed) {
      cells.push_back(fmt::format("{:.1f}", result.planning->count()));
    }
    cells.push_back(order_text(result.plan, comparison.task_names));
    table.row(std::move(cells), best);
  }
  return heading(comparison) + table.text(style.colour) + (comparison.results.empty() ? "" : reason(comparison));
}

std::string csv(const Comparison& comparison, bool header) {
  std::string text;
  const bool timed = !comparison.results.empty() && comparison.results.front().planning.has_value();
  if (header) {
    text = fmt::format(
        "workload,tasks,device,engine,lower_bound_ms,policy,submission,predicted_ms,makespan_ms,proven_optimal{},"
        "order\n",
        timed ? ",planning_us" : "");
  }
  for (const PolicyResult& result : comparison.results) {
    text += fmt::format("{},{},{},{},{},{},{},{},{},{}{},{}\n", csv_field(comparison.workload),
                        comparison.task_names.size(), csv_field(comparison.device), comparison.engine,
                        comparison.lower_bound.count(), result.policy, name(result.plan.submission),
                        result.predicted.count(), result.makespan.count(), result.proven_optimal,
                        timed ? fmt::format(",{}", result.planning->count()) : "", fmt::join(result.plan.order, " "));
  }
  return text;
}

}  // namespace warpshop::report
