#include "sim/report/validation_table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "sim/report/order_text.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/results_text.hpp"
#include "sim/report/text_table.hpp"
#include "sim/stats/median.hpp"

namespace warpshop::report {
namespace {

/// `1 order`, `24 orders`.
std::string number_of(std::size_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string spread_text(const ErrorSpread& error) {
  return fmt::format("error of predictions: mean {}, median {}, worst {}", percent(error.mean), percent(error.median),
                     percent(error.worst));
}

std::string correlation_text(const std::optional<double>& spearman, const std::optional<double>& kendall) {
  const auto text = [](const std::optional<double>& value) { return value ? fmt::format("{:.3f}", *value) : "none"; };
  return fmt::format("Spearman {}, Kendall {}\n", text(spearman), text(kendall));
}

void heading(std::ostream& out, const Validation& validation, const ValidationMetrics& metrics) {
  const std::size_t orders = metrics.errors.size();
  fmt::print(out, "{} on {} ({}, {}): {}, {}\n", validation.workload, validation.device, validation.backend,
             validation.chip, number_of(validation.task_names.size(), "task"),
             validation.orders.empty() ? number_of(orders, "plan")
             : validation.every_order  ? "all " + number_of(orders, "order")
                                       : "a sample of " + number_of(orders, "order"));
  fmt::print(out, "{}; on average {} {} than predicted\n", spread_text(metrics.error),
             percent(std::abs(metrics.mean_signed_error)), metrics.mean_signed_error < 0 ? "shorter" : "longer");
  out << "rank correlation of predicted and measured: " << correlation_text(metrics.spearman, metrics.kendall)
      << results_text(validation.checked, validation.wrong, validation.task_names) << '\n';
}

/// Whether every plan was repeated often enough for intervals that mean 95 %.
bool has_intervals(const Validation& validation) {
  return std::all_of(validation.plans.begin(), validation.plans.end(),
                     [](const MeasuredPlan& plan) { return plan.samples.size() >= stats::kFewestForInterval; });
}

TextTable policies_table(const Validation& validation, const ValidationMetrics& metrics) {
  TextTable table;
  table.column("", Align::left);
  table.column("policy", Align::left);
  table.column("predicted ms", Align::right);
  table.column("measured ms", Align::right);
  table.column(has_intervals(validation) ? "95 % interval" : "range", Align::right);
  table.column("error", Align::right);
  table.column("rank", Align::right);
  table.column("loss", Align::right);
  table.column("order", Align::left);
  for (const PolicyMetrics& row : metrics.policies) {
    table.row({row.is_best ? "*" : "", row.policy, fmt::format("{:.3f}", row.predicted.count()),
               fmt::format("{:.3f}", row.measured.median.count()),
               fmt::format("{:.3f} … {:.3f}", row.measured.low.count(), row.measured.high.count()),
               percent(metrics.plans[row.plan].error), std::to_string(row.rank), percent(row.loss),
               order_text(validation.plans[row.plan].plan, validation.task_names)},
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
    table.column(base, Align::left);
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

void table(std::ostream& out, const Validation& validation, const ValidationMetrics& metrics, const TableStyle& style) {
  heading(out, validation, metrics);
  if (!metrics.policies.empty()) {
    out << '\n' << policies_table(validation, metrics).text(style.colour);
    out << "* not told apart from the measured best\n";
  }
  if (!metrics.policies.empty() && !has_intervals(validation)) {
    fmt::print(out, "too few repetitions to tell anything apart, expected {} at least\n", stats::kFewestForInterval);
  } else if (!metrics.speedups.empty()) {
    out << '\n' << speedups_table(metrics).text(style.colour);
  }
  for (const Rival& rival : validation.rivals) {
    if (rival.samples.empty()) {
      fmt::print(out, "{} could not be measured: {}\n", rival.name, rival.problem);
    }
  }
}

void table(std::ostream& out, const ValidationSummary& summary, const TableStyle& style) {
  fmt::print(out, "{}, {}\n{}\n", number_of(summary.workloads, "workload"), number_of(summary.orders, "order"),
             spread_text(summary.error));
  out << "rank correlation of predicted and measured, mean: " << correlation_text(summary.spearman, summary.kendall);
  if (!summary.policies.empty()) {
    out << '\n' << policies_table(summary).text(style.colour);
  }
  if (!summary.speedups.empty()) {
    out << '\n' << speedups_table(summary).text(style.colour);
  }
}

}  // namespace warpshop::report
