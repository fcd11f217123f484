#include "sim/report/comparison_table.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "sim/model/csv_columns.hpp"
#include "sim/model/plan_text.hpp"
#include "sim/report/assumed_costs_text.hpp"
#include "sim/report/basis_text.hpp"
#include "sim/report/objective_text.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/origin_csv.hpp"
#include "sim/report/proven_lines.hpp"
#include "sim/report/recorded_text.hpp"
#include "sim/report/text_table.hpp"
#include "sim/report/unchanged_text.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

std::string heading(const Comparison& comparison) {
  const bool plain = comparison.objective == Objective::makespan;
  return fmt::format("{}: {} {} on {}, engine {}, no plan is below {}{:.3f} ms", short_name(comparison.workload),
                     comparison.task_names.size(), comparison.task_names.size() == 1 ? "task" : "tasks",
                     comparison.device, comparison.engine,
                     plain ? "" : fmt::format("{} ", objective_text(comparison.objective)),
                     comparison.lower_bound.count());
}

/// Why the best plan is the best: how much of its work it hides behind other work.
std::string reason(const Comparison& comparison) {
  const std::string& best = comparison.results.front().policy;
  const std::string others = best == "fifo" ? "" : fmt::format(", {:.0f} % under fifo", comparison.fifo_overlap * 100);
  return fmt::format("Two or three engines {}work at once {:.0f} % of the time under {}{}.\n",
                     comparison.fleet.empty() ? "" : "of a device ", comparison.best_overlap * 100, best, others);
}

/// What `(proven)` means. Empty: nothing is proven.
std::string what_is_proven(const Comparison& comparison) {
  std::string text;
  for (const std::string& line : proven_lines(comparison)) {
    text += line + '\n';
  }
  return text;
}

/// How the costs of many random orders spread, and what the best plan saves beside their median.
std::string spread(const Comparison& comparison) {
  std::string text;
  for (const PolicyResult& result : comparison.results) {
    if (const auto& costs = result.distribution) {
      text += fmt::format(
          "{}: {:.3f} … {:.3f} ms, quartiles {:.3f}, {:.3f}, {:.3f}, mean {:.3f}; gain of {} over the median {}.\n",
          result.policy, costs->minimum.count(), costs->maximum.count(), costs->lower_quartile.count(),
          costs->median.count(), costs->upper_quartile.count(), costs->mean.count(), comparison.results.front().policy,
          gain_text(comparison.objective, comparison.results.front().cost, costs->median));
    }
  }
  return text;
}

/// What an order in the table leaves out of its plan, and where that is. Empty: nothing.
std::string where_gates_are(const Comparison& comparison) {
  const bool gated = std::any_of(comparison.results.begin(), comparison.results.end(),
                                 [](const PolicyResult& result) { return !result.plan.gates.empty(); });
  return gated ? "Gates are copies out that wait; `order_text` in csv and json has them, as --order takes them.\n" : "";
}

/// Seven cells of a CSV row: random orders drawn, and what they cost; empty where none were.
std::string distribution_cells(const std::optional<CostDistribution>& costs) {
  return costs ? fmt::format("{},{},{},{},{},{},{}", costs->orders, costs->minimum.count(),
                             costs->lower_quartile.count(), costs->median.count(), costs->mean.count(),
                             costs->upper_quartile.count(), costs->maximum.count())
               : ",,,,,,";
}

/// Two cells of a CSV row: what was recorded, and what the model says of the same order; empty where nothing was.
std::string recorded_cells(const std::optional<RecordedMakespan>& span) {
  return span ? fmt::format("{},{}", span->recorded.count(), span->predicted.count()) : ",";
}

/// Of a line of CSV: how many tasks have a due date, and how many of them are late, empty where none has one.
std::string late_fields(const Comparison& comparison, const PolicyResult& result) {
  return comparison.due_tasks > 0 ? fmt::format("{},{}", comparison.due_tasks, result.late_tasks) : "0,";
}

}  // namespace

void print(std::ostream& out, const format::Table& style, const Comparison& comparison) {
  const bool timed = !comparison.results.empty() && comparison.results.front().planning.has_value();
  TextTable table;
  table.column("", Align::left);
  table.column("policy", Align::left);
  table.column("predicted ms", Align::right, {.drop = 1});
  if (comparison.objective != Objective::makespan) {
    table.column(fmt::format("{} ms", objective_text(comparison.objective)), Align::right);
  }
  table.column("makespan ms", Align::right, {.drop = comparison.objective == Objective::makespan ? 0 : 5});
  if (comparison.due_tasks > 0) {
    table.column("due dates", Align::right, {.drop = 3});
  }
  table.column("gap", Align::right, {.drop = 4});
  table.column("gain over fifo", Align::right, {.drop = 2});
  const bool powered = std::any_of(comparison.results.begin(), comparison.results.end(),
                                   [](const PolicyResult& result) { return result.energy.has_value(); });
  if (powered) {
    table.column("energy J", Align::right, {.drop = 3});
    table.column("peak W", Align::right, {.drop = 4});
  }
  if (timed) {
    table.column("planning us", Align::right, {.drop = 3});
  }
  table.column("order", Align::left, {.wraps = true});
  for (const PolicyResult& result : comparison.results) {
    const bool best = is_best(comparison, result);
    std::vector<std::string> cells{
        best ? "*" : "",
        policy_text(result.policy, result.seeks_optimum, result.proven_optimal),
        fmt::format("{:.3f}", result.predicted.count()),
    };
    if (comparison.objective != Objective::makespan) {
      cells.push_back(fmt::format("{:.3f}", result.cost.count()));
    }
    cells.push_back(fmt::format("{:.3f}", result.makespan.count()));
    if (comparison.due_tasks > 0) {
      cells.push_back(fmt::format("{} of {} late", result.late_tasks, comparison.due_tasks));
    }
    cells.insert(cells.end(), {excess_text(comparison.objective, result.cost, comparison.lower_bound),
                               gain_text(comparison.objective, result.cost, comparison.fifo_cost)});
    if (powered) {
      cells.push_back(result.energy ? fmt::format("{:.4g}", result.energy->used.value) : "");
      cells.push_back(result.energy ? fmt::format("{:.4g}", result.energy->peak.value) : "");
    }
    if (timed) {
      cells.push_back(fmt::format("{:.1f}", result.planning->count()));
    }
    cells.push_back(order_text(result.plan, comparison.task_names, comparison.fleet, longest_order(style)));
    table.row(std::move(cells), best);
  }
  const std::string below = comparison.results.empty() ? "" : reason(comparison) + spread(comparison);
  out << (style.first ? "" : "\n") << wrapped_lines(heading(comparison), style.width, 2)
      << wrapped_lines(recorded_text(comparison.recorded), style.width, 2) << table.text(style)
      << wrapped_lines(below + what_is_proven(comparison) + where_gates_are(comparison) +
                           basis_lines(comparison.basis) + assumed_costs_line(comparison) + unchanged_text(comparison),
                       style.width, 2);
}

void print(std::ostream& out, const format::Csv& format, const Comparison& comparison) {
  if (format.first) {
    fmt::print(
        out,
        "workload,tasks,device,engine,objective,lower_bound_ms,policy,submission,predicted_ms,cost_ms,makespan_ms,"
        "due_tasks,late_tasks,proven_optimal,planning_us,tasks_by_device,gates,rounds,order,names,order_text,"
        "orders_drawn,minimum_ms,lower_quartile_ms,median_ms,mean_ms,upper_quartile_ms,maximum_ms,{},recorded_ms,"
        "recorded_predicted_ms,{}\n",
        kAssumedCostsColumns, kLastColumns);
  }
  const std::string origin = origin_cells(comparison.origin);
  for (const PolicyResult& result : comparison.results) {
    fmt::print(out, "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
               csv_field(comparison.workload), comparison.task_names.size(), csv_field(comparison.device),
               comparison.engine, name(comparison.objective), comparison.lower_bound.count(), result.policy,
               name(result.plan.submission), result.predicted.count(), result.cost.count(), result.makespan.count(),
               late_fields(comparison, result), result.proven_optimal, number_cell(result.planning),
               fmt::join(result.plan.devices, " "), gate_pairs(result.plan), fmt::join(result.plan.rounds, " "),
               fmt::join(result.plan.order, " "), csv_field(names_in_order(result.plan, comparison.task_names)),
               csv_field(plan_text(result.plan, comparison.task_names, comparison.fleet)),
               distribution_cells(result.distribution), assumed_costs_cells(result.assumed_costs),
               recorded_cells(comparison.recorded), basis_fields(comparison.basis), origin);
  }
}

}  // namespace warpshop::report
