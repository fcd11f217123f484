#include "sim/report/validation_table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "sim/model/utf8.hpp"
#include "sim/report/basis_text.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/results_text.hpp"
#include "sim/report/text_table.hpp"
#include "sim/report/wrap.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::report {
namespace {

/// `1 order`, `24 orders`.
std::string number_of(std::size_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

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
  fmt::print(out, "{} on {} ({}, {}): {}, {}\n", validation.workload, validation.device, validation.backend,
             validation.chip, number_of(validation.task_names.size(), "task"),
             validation.orders.empty() ? number_of(orders, "plan")
             : validation.every_order  ? "all " + number_of(orders, "order")
                                       : "a sample of " + number_of(orders, "order"));
  fmt::print(out, "{}; on average {} {} than predicted\n", spread_text(metrics.error, judged_text(validation, orders)),
             percent(std::abs(metrics.mean_signed_error)), metrics.mean_signed_error < 0 ? "shorter" : "longer");
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

/// Whether every plan was repeated often enough for intervals that mean 95 %.
bool has_intervals(const Validation& validation) {
  return std::all_of(validation.plans.begin(), validation.plans.end(),
                     [](const MeasuredPlan& plan) { return plan.samples.size() >= stats::kFewestForInterval; });
}

TextTable policies_table(const Validation& validation, const ValidationMetrics& metrics, const format::Table& style) {
  TextTable table;
  table.column("", Align::left);
  table.column("policy", Align::left);
  table.column("predicted ms", Align::right, {.drop = 1});
  table.column("measured ms", Align::right);
  table.column(has_intervals(validation) ? "95 % interval" : "range", Align::right, {.drop = 2});
  table.column("error", Align::right);
  table.column("rank", Align::right, {.drop = 3});
  table.column("loss", Align::right);
  table.column("order", Align::left, {.wraps = true});
  for (const PolicyMetrics& row : metrics.policies) {
    table.row({row.is_best ? "*" : "", row.policy, fmt::format("{:.3f}", row.predicted.count()),
               fmt::format("{:.3f}", row.measured.median.count()),
               fmt::format("{:.3f} … {:.3f}", row.measured.low.count(), row.measured.high.count()),
               signed_percent(signed_error(row.predicted, row.measured.median)) + " %", std::to_string(row.rank),
               percent(row.loss),
               order_text(validation.plans[row.plan].plan, validation.task_names, {}, longest_order(style))},
              row.is_best);
  }
  return table;
}

/// The bases of all policies, in the order in which they first come.
std::vector<std::string> base_names(const std::vector<PolicySpeedup>& speedups) {
  std::vector<std::string> names;
  for (const PolicySpeedup& row : speedups) {
    if (std::find(names.begin(), names.end(), row.base) == names.end()) {
      names.push_back(row.base);
    }
  }
  return names;
}

std::string speedup_text(const ValidationMetrics& metrics, const std::string& policy, const std::string& base) {
  for (const PolicySpeedup& row : metrics.speedups) {
    if (row.policy == policy && row.base == base) {
      const stats::Speedup& value = row.speedup;
      return value.different ? fmt::format("{:.3f} ({:.3f} … {:.3f})", value.ratio, value.low, value.high)
                             : "no difference";
    }
  }
  return "";
}

TextTable speedups_table(const ValidationMetrics& metrics) {
  TextTable table;
  table.column("times faster than", Align::left);
  const std::vector<std::string> bases = base_names(metrics.speedups);
  for (const std::string& base : bases) {
    table.column(base, Align::left, {.wraps = true});
  }
  for (const PolicyMetrics& row : metrics.policies) {
    std::vector<std::string> cells{row.policy};
    for (const std::string& base : bases) {
      cells.push_back(speedup_text(metrics, row.policy, base));
    }
    table.row(std::move(cells));
  }
  return table;
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

void print(std::ostream& out, const format::Table& style, const JudgedValidation& judged) {
  const auto& [validation, metrics] = judged;
  out << (style.first ? "" : "\n") << wrapped_lines(heading(validation, metrics), style.width, 2);
  if (!metrics.policies.empty()) {
    out << '\n' << policies_table(validation, metrics, style).text(style);
    out << wrapped_lines(legend(validation, metrics), style.width, 2);
  }
  if (!metrics.policies.empty() && !has_intervals(validation)) {
    fmt::print(out, "too few repetitions to tell anything apart, expected {} at least\n", stats::kFewestForInterval);
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
