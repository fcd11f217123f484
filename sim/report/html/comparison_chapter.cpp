#include "sim/report/html/comparison_chapter.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/report/assumed_costs_text.hpp"
#include "sim/report/basis_text.hpp"
#include "sim/report/comparison_answer.hpp"
#include "sim/report/comparison_table.hpp"
#include "sim/report/html/data_table.hpp"
#include "sim/report/html/gantt_chart.hpp"
#include "sim/report/html/plan_charts.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/objective_text.hpp"
#include "sim/report/proven_lines.hpp"
#include "sim/report/recorded_text.hpp"
#include "sim/report/shown_table.hpp"
#include "sim/report/uncertainty_text.hpp"
#include "sim/report/unchanged_text.hpp"

namespace warpshop::report::html {
namespace {

constexpr std::size_t kLongestCell = 100;

bool of_makespan(const Comparison& comparison) {
  return comparison.objective == Objective::makespan;
}

void add_caveats(Chapter& chapter, const Comparison& comparison) {
  add_lines(chapter, recorded_text(comparison.recorded) + unchanged_text(comparison));
  for (const std::string& line : proven_lines(comparison)) {
    chapter.caveats.push_back(line + ".");
  }
  add_lines(chapter, basis_lines(comparison.basis) + assumed_costs_line(comparison) + uncertainty_lines(comparison));
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

/// From the lower bound on the left to `high`, the largest cost: a bar, and for random orders their spread.
std::string gap_bar(const Comparison& comparison, const PolicyResult& result, Millis high, bool best) {
  constexpr int kGapWidth = 170;
  constexpr int kGapHeight = 18;
  const Millis low = comparison.lower_bound;
  const auto at = [&](Millis cost) {
    const double part = high > low ? (cost - low) / (high - low) : 0;
    return 1 + std::clamp(part, 0.0, 1.0) * (kGapWidth - 4);
  };
  Svg svg("gap", kGapWidth, kGapHeight,
          fmt::format("{}: {} above the lower bound", result.policy,
                      excess_text(comparison.objective, result.cost, comparison.lower_bound)));
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

std::string ranking(const Comparison& comparison) {
  const std::vector<PolicyRow> rows = policy_rows(comparison);
  TextTable table = policies_table(comparison, rows, kLongestCell);
  Millis high{0};
  for (const PolicyResult& result : comparison.results) {
    high = std::max({high, result.cost, result.distribution ? result.distribution->maximum : Millis{0}});
  }
  add_column(table, {.title = "above the bound", .align = Align::left, .markup = true},
             [&](std::size_t row) { return gap_bar(comparison, *rows[row].front(), high, table.marked[row]); });
  return data_table(fmt::format("{} policies by {}; bars start at the lower bound, {}", comparison.results.size(),
                                objective_text(comparison.objective), time_text(comparison.lower_bound)),
                    table);
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
      .answer = answer_text(comparison) + ' ' + to_do_text(comparison),
      .seed = comparison.origin.seed};
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
