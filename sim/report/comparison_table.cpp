#include "sim/report/comparison_table.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "sim/report/assumed_costs_text.hpp"
#include "sim/report/basis_text.hpp"
#include "sim/report/comparison_answer.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/objective_text.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/proven_lines.hpp"
#include "sim/report/recorded_text.hpp"
#include "sim/report/shown_table.hpp"
#include "sim/report/text_table.hpp"
#include "sim/report/uncertainty_text.hpp"
#include "sim/report/unchanged_text.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

/// How the figures came about, and why the best plan is the best: how much of its work it hides behind other work.
std::string reason(const Comparison& comparison) {
  const std::string what =
      fmt::format("{}, engine {}.", number_of(comparison.task_names.size(), "task"), comparison.engine);
  if (comparison.results.empty()) {
    return what + '\n';
  }
  const std::string& best = comparison.results.front().policy;
  const std::string others =
      comparison.results.front().as_listed ? "" : fmt::format(", {:.0f} % under fifo", comparison.fifo_overlap * 100);
  return fmt::format("{} Two or three engines {}work at once {:.0f} % of the time under {}{}.\n", what,
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

/// The plan of a row that is as listed, else the first.
const Plan& shown_plan(const PolicyRow& row) {
  const auto listed =
      std::find_if(row.begin(), row.end(), [](const PolicyResult* each) { return is_as_listed(each->plan); });
  return (listed == row.end() ? row.front() : *listed)->plan;
}

/// What orders in the table leave out, and where that is. Empty: nothing.
std::string where_the_rest_is(const Comparison& comparison, const std::vector<PolicyRow>& rows, std::size_t longest) {
  const auto any = [&](auto is) {
    return !comparison.one_chain &&
           std::any_of(rows.begin(), rows.end(), [&](const PolicyRow& row) { return is(shown_plan(row)); });
  };
  const auto text = [&](const Plan& plan, std::size_t most) {
    return order_text(plan, comparison.task_names, comparison.fleet, most);
  };
  return any([&](const Plan& plan) { return text(plan, longest) != text(plan, kWhole); })
             ? "Whole orders: --format json or csv, and simulate --policy NAME.\n"
         : any([](const Plan& plan) { return !plan.gates.empty(); })
             ? "Gates are copies out that wait; `order_text` in csv and json has them, as --order takes them.\n"
             : "";
}

}  // namespace

void print(std::ostream& out, const format::Table& style, const Comparison& comparison) {
  const std::vector<PolicyRow> rows = policy_rows(comparison);
  const auto lines = [&](const std::string& text) { out << wrapped_lines(text, style.width, 2); };
  out << (style.first ? "" : "\n");
  lines(fmt::format("{} on {}: {}\n", short_name(comparison.workload), comparison.device, answer_text(comparison)));
  if (const std::string to_do = to_do_text(comparison); !to_do.empty()) {
    lines(to_do + '\n');
  }
  lines(recorded_text(comparison.recorded));
  out << policies_table(comparison, rows, longest_order(style)).text(style);
  lines(reason(comparison) + spread(comparison) + what_is_proven(comparison) +
        where_the_rest_is(comparison, rows, longest_order(style)) + basis_lines(comparison.basis) +
        assumed_costs_line(comparison) + uncertainty_lines(comparison) + unchanged_text(comparison));
}

namespace {

bool same(const AssumedRange& one, const AssumedRange& other) {
  return tied(one.low, other.low) && tied(one.high, other.high);
}

bool same(const std::optional<AssumedCosts>& one, const std::optional<AssumedCosts>& other) {
  return one && other ? same(one->cost, other->cost) && same(one->makespan, other->makespan) : !one && !other;
}

bool same(const std::optional<Energy>& one, const std::optional<Energy>& other) {
  return one && other ? one->used.value == other->used.value && one->peak.value == other->peak.value : !one && !other;
}

bool of_one_row(const PolicyResult& one, const PolicyResult& other) {
  return !one.planning && !one.distribution && !other.distribution && tied(one.cost, other.cost) &&
         tied(one.makespan, other.makespan) && tied(one.predicted, other.predicted) &&
         one.late_tasks == other.late_tasks && same(one.assumed_costs, other.assumed_costs) &&
         same(one.energy, other.energy);
}

/// Behind the names of so many policies that are alike in that.
std::string mark(const PolicyResult& result, std::size_t policies) {
  return policies == 1           ? policy_text("", result.seeks_optimum, result.proven_optimal)
         : result.proven_optimal ? " (all proven)"
         : result.seeks_optimum  ? " (none proven)"
                                 : "";
}

/// `neh-gpu, ig, best (all proven)`, `fifo (proven); hyperq`.
std::string policies_text(const PolicyRow& row) {
  std::vector<PolicyRow> alike;  // by mark
  for (const PolicyResult* result : row) {
    const auto same = std::find_if(alike.begin(), alike.end(),
                                   [&](const PolicyRow& other) { return mark(*other.front(), 1) == mark(*result, 1); });
    (same == alike.end() ? alike.emplace_back() : *same).push_back(result);
  }
  std::string text;
  for (const PolicyRow& group : alike) {
    text += text.empty() ? "" : "; ";
    for (const PolicyResult* result : group) {
      text.append(result == group.front() ? "" : ", ").append(result->policy);
    }
    text += mark(*group.front(), group.size());
  }
  return text;
}

/// What goes when: without who submits it and how kernels share, which follow from the policy.
Plan order_of(const Plan& plan) {
  return {.order = plan.order, .gates = plan.gates, .rounds = plan.rounds, .devices = plan.devices};
}

}  // namespace

std::vector<PolicyRow> policy_rows(const Comparison& comparison) {
  std::vector<PolicyRow> rows;
  for (const PolicyResult& result : comparison.results) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const PolicyRow& other) { return of_one_row(*other.front(), result); });
    (row == rows.end() ? rows.emplace_back() : *row).push_back(&result);
  }
  return rows;
}

std::string orders_text(const Comparison& comparison, const PolicyRow& row, std::size_t longest) {
  if (comparison.one_chain) {
    return "one chain";
  }
  std::vector<Plan> orders;
  for (const PolicyResult* result : row) {
    if (Plan order = order_of(result->plan); std::find(orders.begin(), orders.end(), order) == orders.end()) {
      orders.push_back(std::move(order));
    }
  }
  const std::string text = order_text(shown_plan(row), comparison.task_names, comparison.fleet, longest);
  const std::size_t others = orders.size() - 1;
  return others == 0 ? text : fmt::format("{} and {} other{}", text, others, others == 1 ? "" : "s");
}

namespace {

std::string millis(Millis time) {
  return fmt::format("{:.3f}", time.count());
}

}  // namespace

TextTable policies_table(const Comparison& comparison, const std::vector<PolicyRow>& rows, std::size_t longest) {
  const Objective objective = comparison.objective;
  const bool plain = objective == Objective::makespan;
  std::vector<std::uint32_t> firsts;  // their figures are those of all of a row
  firsts.reserve(rows.size());
  for (const PolicyRow& row : rows) {
    firsts.push_back(static_cast<std::uint32_t>(row.front() - comparison.results.data()));
  }
  TextTable table;
  if (!rows.empty()) {
    table = shown_table(comparison, "policies", firsts);
    table.columns.erase(table.columns.begin());  // the first policy alone
  }
  table.stars = true;
  std::size_t place = 0;
  const auto text = [&](const std::string& title, auto cell) {
    add_column(
        table, {.title = title, .align = Align::left, .fit = {.wraps = true}},
        [&](std::size_t row) { return cell(rows[row]); }, place);
  };
  const auto figure = [&](const std::string& title, int drop, auto cell) {
    add_column(
        table, {.title = title, .fit = {.drop = drop}}, [&](std::size_t row) { return cell(*rows[row].front()); },
        ++place);
  };
  text("policy", policies_text);
  if (std::any_of(rows.begin(), rows.end(),
                  [](const PolicyRow& row) { return millis(row.front()->predicted) != millis(row.front()->cost); })) {
    figure("predicted ms", 1, [](const PolicyResult& result) { return millis(result.predicted); });
  }
  if (!plain) {
    figure(fmt::format("{} ms", objective_text(objective)), 0,
           [](const PolicyResult& result) { return millis(result.cost); });
  }
  figure("makespan ms", plain ? 0 : 5, [](const PolicyResult& result) { return millis(result.makespan); });
  if (comparison.due_tasks > 0) {
    figure("due dates", 3, [&](const PolicyResult& result) {
      return fmt::format("{} of {} late", result.late_tasks, comparison.due_tasks);
    });
  }
  figure("gap", 4,
         [&](const PolicyResult& result) { return excess_text(objective, result.cost, comparison.lower_bound); });
  figure("gain over fifo", 2,
         [&](const PolicyResult& result) { return gain_text(objective, result.cost, comparison.fifo_cost); });
  place = table.columns.size();
  text("order", [&](const PolicyRow& row) { return orders_text(comparison, row, longest); });
  return table;
}

}  // namespace warpshop::report
