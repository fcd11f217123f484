#include "sim/report/sweep_table.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "sim/report/basis_text.hpp"
#include "sim/report/shown_table.hpp"
#include "sim/report/sweep_sentences.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

/// Which sets are in no speed-up, lines; empty: every set is in all of them.
std::string left_out_lines(const Sweep& sweep, const SweepCell& cell) {
  std::string text;
  for (std::size_t i = 0; i < cell.policies.size(); ++i) {
    for (const Baseline baseline : kBaselines) {
      if (const std::uint64_t left_out = sweep.sets - cell.policies[i].speedup[index(baseline)].count; left_out > 0) {
        text += fmt::format("{} costs nothing on {} of {} sets where {} does not, which that speed-up leaves out.\n",
                            sweep.policies[i], left_out, sweep.sets,
                            baseline == Baseline::median ? "the median order" : name(baseline));
      }
    }
  }
  return text;
}

/// By decreasing speed-up over the median order.
std::string cell_table(const Sweep& sweep, const SweepCell& cell, const format::Table& style) {
  std::vector<std::uint32_t> order(cell.policies.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto median = [&](std::uint32_t policy) {
    return cell.policies[policy].speedup[index(Baseline::median)].median;
  };
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return median(a) > median(b); });
  TextTable table = shown_table(result::CellRow{sweep, cell}, "policies", order);
  table.stars = true;
  return table.text(style);
}

}  // namespace

void print(std::ostream& out, const format::Table& style, const Sweep& sweep) {
  out << (style.first ? "" : "\n")
      << wrapped_lines(fmt::format("{}: {}, {}, engine {}", sweep.name, number_of(sweep.sets, "set"),
                                   number_of(sweep.cells.size(), "cell"), sweep.engine),
                       style.width, 2);
  for (const SweepCell& cell : sweep.cells) {
    out << '\n'
        << wrapped_lines(place_text(sweep, cell.values, sweep.axes.size()) +
                             (cell.approximate ? ", quantiles to 1e-4 of themselves" : ""),
                         style.width, 2)
        << cell_table(sweep, cell, style) << wrapped_lines(left_out_lines(sweep, cell), style.width, 2)
        << wrapped_lines(ends_lines(sweep, cell) + tests_line(sweep, cell), style.width, 2);
  }
  const std::vector<std::string> lines = sweep_lines(sweep);
  out << (lines.empty() ? "" : "\n");
  for (const std::string& line : lines) {
    out << wrapped_lines(line, style.width, 2);
  }
  out << wrapped_lines(basis_lines(sweep.basis), style.width, 2);
}

}  // namespace warpshop::report
