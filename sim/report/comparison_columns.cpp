#include "sim/report/comparison_columns.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>

#include <fmt/format.h>

#include "sim/report/objective_text.hpp"
#include "sim/report/shown_table.hpp"

namespace warpshop::report {
namespace {

std::string millis(Millis time) {
  return fmt::format("{:.3f}", time.count());
}

}  // namespace

TextTable policies_table(const Comparison& comparison, const std::vector<PolicyRow>& rows, std::size_t longest) {
  const Objective objective = comparison.objective;
  const bool plain = objective == Objective::makespan;
  std::vector<std::uint32_t> firsts;  // their figures are those of all of a row
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
