#include "sim/report/side_by_side.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "sim/report/objective_text.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {
namespace {

std::optional<Millis> cost_of(const Comparison& comparison, const std::string& policy) {
  const auto found = std::find_if(comparison.results.begin(), comparison.results.end(),
                                  [&](const PolicyResult& result) { return result.policy == policy; });
  return found == comparison.results.end() ? std::nullopt : std::optional(found->cost);
}

/// A lateness may be 0 or below, where ratios mean nothing.
std::string ratio_text(const std::optional<Millis>& cost, Millis base) {
  return cost && *cost >= Millis{0} && base > Millis{0} ? fmt::format("{:.3f}", *cost / base) : "";
}

}  // namespace

std::string side_by_side(std::span<const Comparison> comparisons, const format::Table& style) {
  const Comparison& first = comparisons.front();
  TextTable table;
  table.column("policy", Align::left);
  for (const Comparison& comparison : comparisons) {
    table.column(device_label(comparison, comparisons) + " ms", Align::right);
  }
  for (const Comparison& comparison : comparisons.subspan(1)) {
    table.column(fmt::format("{} / {}", device_label(comparison, comparisons), device_label(first, comparisons)),
                 Align::right);
  }
  for (const PolicyResult& result : first.results) {
    std::vector<std::string> cells{result.policy};
    for (const Comparison& comparison : comparisons) {
      const auto cost = cost_of(comparison, result.policy);
      cells.push_back(cost ? fmt::format("{:.3f}", cost->count()) : "");
    }
    for (const Comparison& comparison : comparisons.subspan(1)) {
      cells.push_back(ratio_text(cost_of(comparison, result.policy), result.cost));
    }
    table.row(std::move(cells), is_best(first, result));
  }
  return fmt::format("{}: {} side by side\n", first.workload, objective_text(first.objective)) +
         table.text({.colour = style.colour});
}

}  // namespace warpshop::report
