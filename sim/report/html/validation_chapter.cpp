#include "sim/report/html/validation_chapter.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/report/html/data_table.hpp"
#include "sim/report/html/markup.hpp"
#include "sim/report/html/scatter.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/results_text.hpp"

namespace warpshop::report::html {
namespace {

std::string orders_text(const Validation& validation, const ValidationMetrics& metrics) {
  const std::size_t orders = metrics.errors.size();
  return validation.orders.empty() ? number_of(orders, "plan")
         : validation.every_order  ? "all " + number_of(orders, "order")
                                   : "a sample of " + number_of(orders, "order");
}

std::string validation_answer(const Validation& validation, const ValidationMetrics& metrics) {
  const std::string rank =
      metrics.spearman
          ? fmt::format("; predicted and measured orders agree in rank by {:.3f} (Spearman)", *metrics.spearman)
          : "";
  return fmt::format("Over {} predictions are {} off on average, {} at worst; runs took {} {} than predicted{}.",
                     orders_text(validation, metrics), percent(metrics.error.mean), percent(metrics.error.worst),
                     percent(std::abs(metrics.mean_signed_error)), metrics.mean_signed_error < 0 ? "less" : "longer",
                     rank);
}

std::string plans_scatter(const Validation& validation, const ValidationMetrics& metrics) {
  Scatter chart{.caption = "Makespan of each plan, predicted and measured",
                .more = "medians, with the interval of each",
                .unit = "ms",
                .series = {"an order", "chosen by a policy"},
                .points = {}};
  for (std::size_t i = 0; i < validation.plans.size(); ++i) {
    const MeasuredTime& measured = metrics.plans[i].measured;
    ScatterPoint point{validation.plans[i].predicted.count(),
                       measured.median.count(),
                       measured.low.count(),
                       measured.high.count(),
                       "",
                       0};
    for (const PolicyPlan& chosen : validation.policies) {
      if (chosen.plan == i) {
        point.name += (point.name.empty() ? "" : ", ") + chosen.policy;
        point.series = 1;
      }
    }
    point.name +=
        (point.name.empty() ? "" : ": ") + order_text(validation.plans[i].plan, validation.task_names, {}, 60);
    chart.points.push_back(std::move(point));
  }
  std::stable_sort(chart.points.begin(), chart.points.end(),
                   [](const ScatterPoint& a, const ScatterPoint& b) { return a.series < b.series; });
  return scatter(chart);
}

std::string policies_markup(const Validation& validation, const ValidationMetrics& metrics) {
  DataTable table("rank: 1 and how many of the orders are clearly faster; loss: measured / measured best - 1");
  table.column("policy", Align::left);
  for (const char* const title : {"predicted ms", "measured ms", "interval", "error", "rank", "loss"}) {
    table.column(title);
  }
  table.column("order", Align::left);
  for (const PolicyMetrics& row : metrics.policies) {
    table.row({escaped(row.policy), fmt::format("{:.3f}", row.predicted.count()),
               fmt::format("{:.3f}", row.measured.median.count()),
               fmt::format("{:.3f} … {:.3f}", row.measured.low.count(), row.measured.high.count()),
               signed_percent(signed_error(row.predicted, row.measured.median)) + " %", std::to_string(row.rank),
               percent(row.loss), escaped(order_text(validation.plans[row.plan].plan, validation.task_names, {}, 100))},
              row.is_best);
  }
  table.note("Bold: not told apart from the measured best.");
  return table.markup();
}

/// A row a policy, a column a base.
std::string speedups_markup(const ValidationMetrics& metrics) {
  std::vector<std::string> bases;
  for (const PolicySpeedup& row : metrics.speedups) {
    if (std::find(bases.begin(), bases.end(), row.base) == bases.end()) {
      bases.push_back(row.base);
    }
  }
  DataTable table("How many times faster than each, with the interval, where intervals do not overlap");
  table.column("policy", Align::left);
  for (const std::string& base : bases) {
    table.column("than " + base);
  }
  for (const PolicyMetrics& policy : metrics.policies) {
    std::vector<std::string> cells{escaped(policy.policy)};
    cells.resize(bases.size() + 1);
    for (const PolicySpeedup& row : metrics.speedups) {
      if (row.policy == policy.policy) {
        const auto base = static_cast<std::size_t>(std::find(bases.begin(), bases.end(), row.base) - bases.begin());
        const stats::Speedup& speedup = row.speedup;
        cells[base + 1] = speedup.different
                              ? fmt::format("{:.3f} ({:.3f} … {:.3f})", speedup.ratio, speedup.low, speedup.high)
                              : "no difference";
      }
    }
    table.row(std::move(cells));
  }
  return table.markup();
}

}  // namespace

Chapter chapter(const JudgedValidation& judged) {
  const auto& [validation, metrics] = judged;
  Chapter chapter{
      .question = fmt::format("How right are predictions of “{}” on {}?", validation.workload, validation.device),
      .answer = validation_answer(validation, metrics),
      .caveats = {fmt::format("Measured on {} ({}).", validation.chip, validation.backend),
                  "The CPU's check: " + results_text(validation.checked, validation.wrong, validation.task_names) +
                      "."},
      .sections = {},
      .seed = validation.origin.seed,
      .draws = true};
  add_basis(chapter, validation.basis);
  for (const Rival& rival : validation.rivals) {
    if (rival.samples.empty()) {
      chapter.caveats.push_back(fmt::format("{} could not be measured: {}", rival.name, rival.problem));
    }
  }
  chapter.sections.push_back({"Predicted and measured", plans_scatter(validation, metrics)});
  if (!metrics.policies.empty()) {
    chapter.sections.push_back({"What policies are worth", policies_markup(validation, metrics)});
  }
  if (!metrics.speedups.empty()) {
    chapter.sections.push_back({"How much faster", speedups_markup(metrics)});
  }
  return chapter;
}

}  // namespace warpshop::report::html
