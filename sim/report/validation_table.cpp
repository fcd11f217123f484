#include "sim/report/validation_table.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/model/utf8.hpp"
#include "sim/report/basis_text.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/results_text.hpp"
#include "sim/report/shown_table.hpp"
#include "sim/report/validation_figures.hpp"
#include "sim/report/wrap.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::report {
namespace {

/// `over` what: "the 4 orders sampled".
std::string spread_text(const ErrorSpread& error, const std::string& over) {
  return fmt::format("size of the error over {}: mean {}, median {}, worst {}", over, percent(error.mean),
                     percent(error.median), percent(error.worst));
}

/// What errors and rank correlation are of; what policies chose beyond it is not among it.
std::string judged_text(const Validation& validation, std::size_t count) {
  if (validation.orders.empty()) {
    return "the " + number_of(count, "plan");
  }
  return "the " + number_of(count, "order") + (validation.every_order ? "" : " sampled");
}

std::string correlation_text(const std::optional<double>& spearman, const std::optional<double>& kendall) {
  const auto text = [](const std::optional<double>& value) { return value ? fmt::format("{:.3f}", *value) : "none"; };
  return fmt::format("Spearman {}, Kendall {}\n", text(spearman), text(kendall));
}

std::string heading(const Validation& validation, const ValidationMetrics& metrics) {
  std::ostringstream out;
  const std::size_t orders = metrics.errors.size();
  out << fmt::format("{} on {} ({}, {}): {}, {}\n", validation.workload, validation.device, validation.backend,
                     validation.chip, number_of(validation.task_names.size(), "task"), orders_text(validation, orders));
  out << fmt::format("{}; predicted {} too {} on average\n",
                     spread_text(metrics.error, judged_text(validation, orders)),
                     percent(std::abs(metrics.mean_signed_error)), metrics.mean_signed_error < 0 ? "long" : "short");
  out << "rank correlation of predicted and measured: " << correlation_text(metrics.spearman, metrics.kendall)
      << results_text(validation.checked, validation.wrong, validation.task_names) << '\n'
      << basis_lines(validation.basis);
  return out.str();
}

/// What the columns are, and which orders a policy's plan is held against.
std::string legend(const Validation& validation, const ValidationMetrics& metrics) {
  const std::string orders = number_of(metrics.errors.size(), validation.orders.empty() ? "plan" : "order");
  std::string text =
      "* not told apart from the measured best\n"
      "error: (measured - predicted) / measured, above 0 where it took longer; rank: 1 and how many of the " +
      orders + " are clearly faster; loss: measured / measured best - 1\n";
  if (!validation.orders.empty()) {
    const bool has_random = std::any_of(validation.policies.begin(), validation.policies.end(),
                                        [](const PolicyPlan& choice) { return choice.draws; });
    text += "any order: the median of the " + orders +
            (has_random ? "; the policy random is one order, drawn by --seed\n" : "\n");
  }
  return text;
}

TextTable policies_table(const ValidationSummary& summary) {
  TextTable table;
  table.column("policy", Align::left);
  table.column("best in", Align::right);
  table.column("mean loss", Align::right);
  table.column("worst loss", Align::right);
  for (const PolicySummary& row : summary.policies) {
    table.row({row.policy, fmt::format("{} of {}", row.best, row.workloads), percent(row.mean_loss),
               percent(row.worst_loss)});
  }
  return table;
}

TextTable speedups_table(const ValidationSummary& summary) {
  TextTable table;
  table.column("policy", Align::left);
  table.column("times faster than", Align::left);
  table.column("geometric mean", Align::right);
  table.column("median", Align::right);
  table.column("faster in", Align::right);
  table.column("slower in", Align::right);
  for (const SpeedupSummary& row : summary.speedups) {
    const bool told_apart = row.faster + row.slower > 0;
    table.row({row.policy, row.base, told_apart ? fmt::format("{:.3f}", row.geometric_mean) : "no difference",
               told_apart ? fmt::format("{:.3f}", row.median) : "", fmt::format("{} of {}", row.faster, row.workloads),
               fmt::format("{} of {}", row.slower, row.workloads)});
  }
  return table;
}

}  // namespace

std::string orders_text(const Validation& validation, std::size_t orders) {
  return validation.orders.empty() ? number_of(orders, "plan")
         : validation.every_order  ? "all " + number_of(orders, "order")
                                   : "a sample of " + number_of(orders, "order");
}

TextTable policies_table(const JudgedValidation& judged, std::size_t longest) {
  const Validation& validation = judged.validation;
  TextTable table = shown_table(judged, "policies");
  table.stars = true;
  add_column(table, {.title = "order", .align = Align::left, .fit = {.wraps = true}}, [&](std::size_t row) {
    return order_text(validation.plans[judged.metrics.policies[row].plan].plan, validation.task_names, {}, longest);
  });
  return table;
}

TextTable speedups_table(const ValidationMetrics& metrics) {
  TextTable table;
  table.column("times faster than", Align::left);
  std::map<std::pair<std::string_view, std::string_view>, std::string> cells;  // by policy and base
  for (const PolicySpeedup& row : metrics.speedups) {
    const stats::Speedup& value = row.speedup;
    cells[{row.policy, row.base}] =
        value.different ? fmt::format("{:.3f} ({:.3f} … {:.3f})", value.ratio, value.low, value.high) : "no difference";
    if (std::none_of(table.columns.begin(), table.columns.end(),
                     [&](const TextTable::Column& column) { return column.title == row.base; })) {
      table.column(row.base, Align::left, {.wraps = true});
    }
  }
  for (const PolicyMetrics& policy : metrics.policies) {
    std::vector<std::string> row;
    for (const TextTable::Column& column : table.columns) {
      row.push_back(row.empty() ? policy.policy : cells[{policy.policy, column.title}]);
    }
    table.row(std::move(row));
  }
  return table;
}

void print(std::ostream& out, const format::Table& style, const JudgedValidation& judged) {
  const auto& [validation, metrics] = judged;
  out << (style.first ? "" : "\n") << wrapped_lines(heading(validation, metrics), style.width, 2);
  if (!metrics.policies.empty()) {
    TextTable table = policies_table(judged, longest_order(style));
    for (TextTable::Column& column : table.columns) {
      column.title =
          column.title == "interval" ? (has_intervals(validation) ? "95 % interval" : "range") : column.title;
    }
    out << '\n' << table.text(style) << wrapped_lines(legend(validation, metrics), style.width, 2);
  }
  if (!metrics.policies.empty() && !has_intervals(validation)) {
    out << fmt::format("too few repetitions to tell anything apart, expected {} at least\n", stats::kFewestForInterval);
  } else if (!metrics.speedups.empty()) {
    out << '\n' << speedups_table(metrics).text(style);
  }
  for (const Rival& rival : validation.rivals) {
    if (rival.samples.empty()) {
      out << wrapped_lines(fmt::format("{} could not be measured: {}", rival.name, printable(rival.problem)),
                           style.width, 2);
    }
  }
}

void print(std::ostream& out, const format::Table& style, const ValidationSummary& summary) {
  const std::string heading =
      fmt::format("{}, {}\n{}\nrank correlation of predicted and measured, mean: {}",
                  number_of(summary.workloads, "workload"), number_of(summary.orders, "order"),
                  spread_text(summary.error, "them"), correlation_text(summary.spearman, summary.kendall));
  out << wrapped_lines(heading, style.width, 2);
  if (!summary.policies.empty()) {
    out << '\n' << policies_table(summary).text(style);
  }
  if (!summary.speedups.empty()) {
    out << '\n' << speedups_table(summary).text(style);
  }
}

}  // namespace warpshop::report
