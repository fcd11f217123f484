#include "sim/report/html/comparison_chapter.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/report/assumed_costs_text.hpp"
#include "sim/report/html/answer_order.hpp"
#include "sim/report/html/data_table.hpp"
#include "sim/report/html/gantt_chart.hpp"
#include "sim/report/html/markup.hpp"
#include "sim/report/html/plan_charts.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/objective_text.hpp"
#include "sim/report/order_text.hpp"
#include "sim/report/percent.hpp"
#include "sim/report/proven_lines.hpp"
#include "sim/report/recorded_text.hpp"
#include "sim/report/unchanged_text.hpp"

namespace warpshop::report::html {
namespace {

constexpr std::size_t kLongestCell = 100;

bool of_makespan(const Comparison& comparison) {
  return comparison.objective == Objective::makespan;
}

/// `17.2 % sooner than as listed (fifo, 32.080 ms)`.
std::string beside_fifo(const Comparison& comparison, const PolicyResult& best) {
  if (tied(best.cost, comparison.fifo_cost)) {
    return best.policy == "fifo" ? "as listed" : "no sooner than as listed (fifo)";
  }
  const bool less = best.cost < comparison.fifo_cost;
  const std::string_view word = of_makespan(comparison) ? (less ? "sooner" : "later") : (less ? "less" : "more");
  const std::string much = less ? gain_text(comparison.objective, best.cost, comparison.fifo_cost)
                                : excess_text(comparison.objective, best.cost, comparison.fifo_cost);
  return fmt::format("{} {} than as listed (fifo, {})", much, word, time_text(comparison.fifo_cost));
}

std::string comparison_answer(const Comparison& comparison) {
  if (comparison.results.empty()) {
    return "No policy was compared.";
  }
  const PolicyResult& best = comparison.results.front();
  const bool at_bound = !clearly_less(comparison.lower_bound, best.cost);
  return fmt::format("{} by {}: {}{}, {}; no plan can be below {}{}.",
                     answer_order(best.plan, comparison.task_names, comparison.fleet), best.policy,
                     of_makespan(comparison) ? "" : fmt::format("{} ", objective_text(comparison.objective)),
                     time_text(best.cost), beside_fifo(comparison, best), time_text(comparison.lower_bound),
                     !best.proven_optimal ? ""
                     : at_bound
                         ? fmt::format("; proven: no plan {} is better",
                                       comparison.basis.issued.empty() ? "at all" : "issued " + comparison.basis.issued)
                     : best.chooses_gates ? "; proven best order with gates"
                                          : "; proven best order");
}

/// Policies that do as well as the best.
std::string ties_text(const Comparison& comparison) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < comparison.results.size(); ++i) {
    if (is_best(comparison, comparison.results[i])) {
      names.push_back(comparison.results[i].policy);
    }
  }
  return names.empty() ? "" : fmt::format("As good: {}.", fmt::join(names, ", "));
}

void add_caveats(Chapter& chapter, const Comparison& comparison) {
  if (std::string text = recorded_text(comparison.recorded); !text.empty()) {
    text.pop_back();
    chapter.caveats.push_back(std::move(text));
  }
  if (std::string text = unchanged_text(comparison); !text.empty()) {
    text.pop_back();
    chapter.caveats.push_back(std::move(text));
  }
  if (std::string ties = ties_text(comparison); !ties.empty()) {
    chapter.caveats.push_back(std::move(ties));
  }
  for (const std::string& line : proven_lines(comparison)) {
    chapter.caveats.push_back(line + ".");
  }
  add_basis(chapter, comparison.basis);
  add_lines(chapter, assumed_costs_line(comparison));
  for (const FailedPolicy& policy : comparison.failed) {
    chapter.caveats.push_back(fmt::format("Failed: {}: {}.", policy.policy, policy.reason));
  }
  for (const SkippedPolicy& policy : comparison.skipped) {
    chapter.caveats.push_back(fmt::format(
        "Left out: {}, {}.", policy.policy,
        policy.limit ? fmt::format("which `all` takes up to {} tasks only", *policy.limit) : policy.reason));
  }
  chapter.caveats.push_back(
      fmt::format("Times are what engine {} says that plans cost; they are predictions.", comparison.engine));
}

/// From the lower bound on the left to the largest cost: a bar, and for random orders their spread.
class GapScale {
 public:
  explicit GapScale(const Comparison& comparison) : low_(comparison.lower_bound) {
    for (const PolicyResult& result : comparison.results) {
      high_ = std::max({high_, result.cost, result.distribution ? result.distribution->maximum : Millis{0}});
    }
  }

  std::string bar(const PolicyResult& result, bool best, const std::string& gap) const {
    Svg svg("gap", kGapWidth, kGapHeight, fmt::format("{}: {} above the lower bound", result.policy, gap));
    svg.line("axis", 1, 0, 1, kGapHeight);
    svg.rect(best ? "accent" : "plain", 1, 4, std::max(0.0, at(result.cost) - 1), kGapHeight - 8);
    if (const auto& spread = result.distribution) {
      constexpr double kMiddle = kGapHeight / 2.0;
      svg.line("whisker", at(spread->minimum), kMiddle, at(spread->maximum), kMiddle);
      svg.rect("wash", at(spread->lower_quartile), 3, at(spread->upper_quartile) - at(spread->lower_quartile),
               kGapHeight - 6);
      svg.line("whisker", at(spread->median), 2, at(spread->median), kGapHeight - 2);
    }
    std::string markup = svg.markup();
    return markup.replace(markup.find("class="), 0, fmt::format(R"(width="{}" height="{}" )", kGapWidth, kGapHeight));
  }

 private:
  static constexpr int kGapWidth = 170;
  static constexpr int kGapHeight = 18;
  double at(Millis cost) const {
    const double part = high_ > low_ ? (cost - low_) / (high_ - low_) : 0;
    return 1 + std::clamp(part, 0.0, 1.0) * (kGapWidth - 4);
  }
  Millis low_{0};
  Millis high_{0};
};

std::string ranking(const Comparison& comparison) {
  const bool powered = std::any_of(comparison.results.begin(), comparison.results.end(),
                                   [](const PolicyResult& result) { return result.energy.has_value(); });
  const bool timed = !comparison.results.empty() && comparison.results.front().planning.has_value();
  DataTable table(fmt::format("{} policies by {}; bars start at the lower bound, {}", comparison.results.size(),
                              objective_text(comparison.objective), time_text(comparison.lower_bound)));
  table.column("policy", Align::left);
  table.column("predicted ms");
  if (!of_makespan(comparison)) {
    table.column(fmt::format("{} ms", objective_text(comparison.objective)));
  }
  table.column("makespan ms");
  table.column("above the bound", Align::left);
  table.column("gap");
  table.column("gain over fifo");
  if (comparison.due_tasks > 0) {
    table.column("late");
  }
  if (powered) {
    table.column("energy J");
    table.column("peak W");
  }
  if (timed) {
    table.column("planning us");
  }
  table.column("order", Align::left);
  const GapScale scale(comparison);
  for (const PolicyResult& result : comparison.results) {
    const bool best = is_best(comparison, result);
    const std::string gap = excess_text(comparison.objective, result.cost, comparison.lower_bound);
    std::vector<std::string> cells{escaped(policy_text(result.policy, result.seeks_optimum, result.proven_optimal)),
                                   fmt::format("{:.3f}", result.predicted.count())};
    if (!of_makespan(comparison)) {
      cells.push_back(fmt::format("{:.3f}", result.cost.count()));
    }
    cells.insert(cells.end(), {fmt::format("{:.3f}", result.makespan.count()), scale.bar(result, best, gap), gap,
                               gain_text(comparison.objective, result.cost, comparison.fifo_cost)});
    if (comparison.due_tasks > 0) {
      cells.push_back(fmt::format("{} of {}", result.late_tasks, comparison.due_tasks));
    }
    if (powered) {
      cells.push_back(result.energy ? fmt::format("{:.4g}", result.energy->used.value) : "");
      cells.push_back(result.energy ? fmt::format("{:.4g}", result.energy->peak.value) : "");
    }
    if (timed) {
      cells.push_back(fmt::format("{:.1f}", result.planning->count()));
    }
    cells.push_back(escaped(order_text(result.plan, comparison.task_names, comparison.fleet, kLongestCell)));
    table.row(std::move(cells), best);
  }
  return table.markup();
}

/// What random orders cost, in words.
std::string random_spread(const Comparison& comparison) {
  std::string text;
  for (const PolicyResult& result : comparison.results) {
    if (const auto& costs = result.distribution) {
      text += fmt::format(
          "<p>{}: {} orders cost {} … {}, half of them {} … {}, the median one {}; box and line in its row.</p>\n",
          escaped(result.policy), costs->orders, time_text(costs->minimum), time_text(costs->maximum),
          time_text(costs->lower_quartile), time_text(costs->upper_quartile), time_text(costs->median));
    }
  }
  return text;
}

}  // namespace

Chapter chapter(const Comparison& comparison, std::span<const DrawnPlan> drawn) {
  Chapter chapter{
      .question = fmt::format("In which order should “{}” run on {}?", comparison.workload, comparison.device),
      .answer = comparison_answer(comparison),
      .caveats = {},
      .sections = {},
      .seed = comparison.origin.seed,
      .draws = true};
  add_caveats(chapter, comparison);
  chapter.sections.push_back({"Every policy, best first", ranking(comparison) + random_spread(comparison)});
  if (!drawn.empty()) {
    std::string charts =
        plan_charts(drawn, of_makespan(comparison) ? std::optional(comparison.lower_bound) : std::nullopt);
    chapter.sections.push_back({"What happens when", std::move(charts)});
  }
  return chapter;
}

}  // namespace warpshop::report::html
