#include "sim/report/html/sweep_chapter.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/model/sweep.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/html/data_table.hpp"
#include "sim/report/html/effect_charts.hpp"
#include "sim/report/shown_table.hpp"
#include "sim/report/sweep_sentences.hpp"

namespace warpshop::report::html {
namespace {

constexpr std::size_t kMostNamed = 4;  // policies of the answer

/// `2.5 to 17.3 %`, `2.5 %`: of the least and the largest of some speed-ups less 1.
std::string gain_range(double least, double most) {
  const std::string from = fmt::format("{:.1f}", least * 100);
  const std::string to = fmt::format("{:.1f}", most * 100);
  return from == to ? to + " %" : fmt::format("{} to {} %", from, to);
}

std::string sweep_answer(const Sweep& sweep) {
  std::vector<std::size_t> best_in(sweep.policies.size(), 0);
  std::vector<double> least(sweep.policies.size(), 0);
  std::vector<double> most(sweep.policies.size(), 0);
  for (const SweepCell& cell : sweep.cells) {
    for (std::size_t policy = 0; policy < sweep.policies.size(); ++policy) {
      if (is_best(cell, policy) && over_median(cell.policies[policy]).count > 0) {
        const double gain = over_median(cell.policies[policy]).median - 1;
        least[policy] = best_in[policy] == 0 ? gain : std::min(least[policy], gain);
        most[policy] = best_in[policy] == 0 ? gain : std::max(most[policy], gain);
        ++best_in[policy];
      }
    }
  }
  std::vector<std::size_t> by_wins(sweep.policies.size());
  std::iota(by_wins.begin(), by_wins.end(), 0);
  std::stable_sort(by_wins.begin(), by_wins.end(),
                   [&](std::size_t a, std::size_t b) { return best_in[a] > best_in[b]; });
  std::vector<std::string> parts;
  for (const std::size_t policy : by_wins) {
    if (best_in[policy] > 0 && parts.size() < kMostNamed) {
      parts.push_back(fmt::format("{} is best in {} of {}, {} faster than the median order", sweep.policies[policy],
                                  best_in[policy], number_of(sweep.cells.size(), "cell"),
                                  gain_range(least[policy], most[policy])));
    }
  }
  const auto open = std::count_if(sweep.cells.begin(), sweep.cells.end(),
                                  [](const SweepCell& cell) { return best_policies(cell).empty(); });
  if (open > 0) {
    parts.push_back(fmt::format("which one is best depends on what is assumed of context_switch in {}",
                                number_of(static_cast<std::size_t>(open), "cell")));
  }
  return fmt::format("Over {}: {}.", number_of(sweep.sets, "set"), fmt::join(parts, "; "));
}

/// The first ones of many.
std::string cells_table(const Sweep& sweep) {
  TextTable all;
  for (const SweepCell& cell : sweep.cells) {
    if (all.rows() >= shown_rows(all.rows() + 1)) {
      all.left_out += cell.policies.size();
      continue;
    }
    TextTable of_cell = shown_table(result::CellRow{sweep, cell}, "policies");
    add_column(
        of_cell, {.title = "cell", .align = Align::left},
        [&](std::size_t) { return place_text(sweep, cell.values, sweep.axes.size()); }, 0);
    add_rows(all, std::move(of_cell));
  }
  return data_table(fmt::format("{} over {}", number_of(sweep.cells.size(), "cell"), number_of(sweep.sets, "set")),
                    all);
}

}  // namespace

Chapter chapter(const Sweep& sweep) {
  Chapter chapter{.question = fmt::format("Which policy is worth most over “{}”?", sweep.name),
                  .answer = sweep_answer(sweep),
                  .seed = sweep.origin.seed};
  add_basis(chapter, sweep.basis);
  if (std::any_of(sweep.cells.begin(), sweep.cells.end(), [](const SweepCell& cell) { return cell.approximate; })) {
    chapter.caveats.emplace_back("Quantiles of large cells are to 1e-4 of themselves.");
  }
  chapter.caveats.push_back(
      fmt::format("Times are what engine {} says that plans cost; they are predictions.", sweep.engine));
  if (sweep.effects.empty()) {
    std::vector<const SweepCell*> cells;
    std::vector<std::string> names;
    for (const SweepCell& cell : sweep.cells) {
      cells.push_back(&cell);
      names.push_back(place_text(sweep, cell.values, sweep.axes.size()));
    }
    chapter.sections.push_back({"How much faster", sweep_boxes(sweep, "Speed-up over the median order", cells, names)});
  } else {
    chapter.sections.push_back({"Along each axis", effects_markup(sweep)});
  }
  chapter.sections.push_back({"Every cell", cells_table(sweep)});
  return chapter;
}

}  // namespace warpshop::report::html
