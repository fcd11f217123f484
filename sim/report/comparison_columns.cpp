#include "sim/report/comparison_columns.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/report/objective_text.hpp"
#include "sim/report/shown_figures.hpp"

namespace warpshop::report {
namespace {

std::string millis(Millis time) {
  return fmt::format("{:.3f}", time.count());
}

}  // namespace

std::vector<ComparisonColumn> comparison_columns(const Comparison& comparison, const std::vector<PolicyRow>& rows,
                                                 std::size_t longest) {
  const Objective objective = comparison.objective;
  const bool plain = objective == Objective::makespan;
  std::vector<ComparisonColumn> columns;
  const auto text = [&](const std::string& title, Fit fit, auto cell) {
    columns.push_back({.title = title, .align = Align::left, .fit = fit, .cell = std::move(cell)});
  };
  /// cell: of the first policy, whose figures are those of all.
  const auto figure = [&](bool shown, const std::string& title, int drop, auto cell) {
    if (shown) {
      columns.push_back(
          {.title = title, .align = Align::right, .fit = {.drop = drop}, .cell = [cell](const PolicyRow& row) {
             return cell(*row.front());
           }});
    }
  };
  const auto any = [&](auto has) {
    return std::any_of(rows.begin(), rows.end(), [&](const PolicyRow& row) { return has(*row.front()); });
  };
  text("policy", {.wraps = true}, policies_text);
  figure(any([](const PolicyResult& result) { return millis(result.predicted) != millis(result.cost); }),
         "predicted ms", 1, [](const PolicyResult& result) { return millis(result.predicted); });
  figure(!plain, fmt::format("{} ms", objective_text(objective)), 0,
         [](const PolicyResult& result) { return millis(result.cost); });
  figure(true, "makespan ms", plain ? 0 : 5, [](const PolicyResult& result) { return millis(result.makespan); });
  figure(comparison.due_tasks > 0, "due dates", 3, [&](const PolicyResult& result) {
    return fmt::format("{} of {} late", result.late_tasks, comparison.due_tasks);
  });
  figure(true, "gap", 4, [&](const PolicyResult& result) {
    return excess_text(comparison.objective, result.cost, comparison.lower_bound);
  });
  figure(true, "gain over fifo", 2, [&](const PolicyResult& result) {
    return gain_text(comparison.objective, result.cost, comparison.fifo_cost);
  });
  for (const ShownFigure& described : shown_figures(comparison)) {
    figure(true, described.title, described.drop, described.text);
  }
  text("order", {.wraps = true},
       [&comparison, longest](const PolicyRow& row) { return orders_text(comparison, row, longest); });
  return columns;
}

}  // namespace warpshop::report
