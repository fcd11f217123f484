#include "sim/report/comparison_table.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "sim/report/assumed_costs_text.hpp"
#include "sim/report/basis_text.hpp"
#include "sim/report/comparison_answer.hpp"
#include "sim/report/comparison_columns.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/objective_text.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/proven_lines.hpp"
#include "sim/report/recorded_text.hpp"
#include "sim/report/text_table.hpp"
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
        assumed_costs_line(comparison) + unchanged_text(comparison));
}

}  // namespace warpshop::report
