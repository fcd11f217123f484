#include "sim/report/html/validation_chapter.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/report/html/data_table.hpp"
#include "sim/report/html/scatter.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/results_text.hpp"
#include "sim/report/validation_table.hpp"

namespace warpshop::report::html {
namespace {

constexpr std::size_t kLongestValidatedOrder = 100;

std::string validation_answer(const Validation& validation, const ValidationMetrics& metrics) {
  const std::string rank =
      metrics.spearman
          ? fmt::format("; predicted and measured orders agree in rank by {:.3f} (Spearman)", *metrics.spearman)
          : "";
  return fmt::format("Over {} predictions are {} off on average, {} at worst, {} too {} in the mean{}.",
                     orders_text(validation, metrics.errors.size()), percent(metrics.error.mean),
                     percent(metrics.error.worst), percent(std::abs(metrics.mean_signed_error)),
                     metrics.mean_signed_error < 0 ? "long" : "short", rank);
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

}  // namespace

Chapter chapter(const JudgedValidation& judged) {
  const auto& [validation, metrics] = judged;
  Chapter chapter{
      .question = fmt::format("How right are predictions of “{}” on {}?", validation.workload, validation.device),
      .answer = validation_answer(validation, metrics),
      .caveats = {fmt::format("Measured on {} ({}).", validation.chip, validation.backend),
                  "The CPU's check: " + results_text(validation.checked, validation.wrong, validation.task_names) +
                      "."},
      .seed = validation.origin.seed};
  add_basis(chapter, validation.basis);
  for (const Rival& rival : validation.rivals) {
    if (rival.samples.empty()) {
      chapter.caveats.push_back(fmt::format("{} could not be measured: {}", rival.name, rival.problem));
    }
  }
  chapter.sections.push_back({"Predicted and measured", plans_scatter(validation, metrics)});
  if (!metrics.policies.empty()) {
    chapter.sections.push_back(
        {"What policies are worth",
         data_table("rank: 1 and how many of the orders are clearly faster; loss: measured / measured best - 1",
                    policies_table(judged, kLongestValidatedOrder), "Bold: not told apart from the measured best.")});
  }
  if (!metrics.speedups.empty()) {
    chapter.sections.push_back(
        {"How much faster",
         data_table("How many times faster than each, with the interval, where intervals do not overlap",
                    speedups_table(metrics))});
  }
  return chapter;
}

}  // namespace warpshop::report::html
