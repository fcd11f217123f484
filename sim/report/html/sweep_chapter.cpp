#include "sim/report/html/sweep_chapter.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/report/html/box_plot.hpp"
#include "sim/report/html/data_table.hpp"
#include "sim/report/html/line_chart.hpp"
#include "sim/report/html/markup.hpp"

namespace warpshop::report::html {
namespace {

constexpr std::size_t kMostGroups = 40;   // cells of one box plot
constexpr std::size_t kMostEffects = 12;  // that are drawn
constexpr std::size_t kMostCells = 200;   // rows of the table

const stats::BoxStatistics& over_median(const SweepCell& cell, std::size_t policy) {
  return cell.policies[policy].speedup[index(Baseline::median)];
}

std::size_t best_policy(const SweepCell& cell) {
  std::size_t best = 0;
  for (std::size_t policy = 1; policy < cell.policies.size(); ++policy) {
    const double more = over_median(cell, policy).median;
    const double most = over_median(cell, best).median;
    best = more > most && !tied(more, most) ? policy : best;
  }
  return best;
}

/// `k20c, link 2`, of all axes but one.
std::string cell_text(const Sweep& sweep, const std::vector<std::size_t>& values, std::size_t without) {
  std::vector<std::string> parts;
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) {
    if (axis != without) {
      const std::string& value = sweep.axes[axis].values[values[axis]];
      parts.push_back(axis == 0 ? value : fmt::format("{} {}", sweep.axes[axis].name, value));
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string sweep_answer(const Sweep& sweep) {
  std::vector<std::size_t> best_in(sweep.policies.size(), 0);
  std::vector<double> least(sweep.policies.size(), 0);
  std::vector<double> most(sweep.policies.size(), 0);
  for (const SweepCell& cell : sweep.cells) {
    const std::size_t best = best_policy(cell);
    const double gain = over_median(cell, best).median - 1;
    least[best] = best_in[best] == 0 ? gain : std::min(least[best], gain);
    most[best] = best_in[best] == 0 ? gain : std::max(most[best], gain);
    ++best_in[best];
  }
  std::vector<std::string> parts;
  for (std::size_t policy = 0; policy < sweep.policies.size(); ++policy) {
    if (best_in[policy] > 0) {
      parts.push_back(fmt::format("{} is best in {} of {}, {:.1f} to {:.1f} % faster than the median order",
                                  sweep.policies[policy], best_in[policy], number_of(sweep.cells.size(), "cell"),
                                  least[policy] * 100, most[policy] * 100));
    }
  }
  return fmt::format("Over {}: {}.", number_of(sweep.sets, "set"), fmt::join(parts, "; "));
}

BoxGroup group_of(const Sweep& sweep, const SweepCell& cell, std::string name) {
  BoxGroup group{.name = std::move(name), .rows = {}};
  const std::size_t best = best_policy(cell);
  for (std::size_t policy = 0; policy < cell.policies.size(); ++policy) {
    group.rows.push_back(
        {.name = sweep.policies[policy], .box = over_median(cell, policy), .colour = policy, .marked = policy == best});
  }
  return group;
}

/// Of the axis that an effect is along, or of all cells where there is none.
std::string boxes_of(const Sweep& sweep, const std::string& caption, const std::vector<const SweepCell*>& cells,
                     const std::vector<std::string>& names) {
  BoxPlot plot{.caption = caption,
               .more = "speed-up over the median order, set by set; bold: the best median",
               .unit = "times faster than the median order",
               .groups = {}};
  for (std::size_t i = 0; i < std::min(kMostGroups, cells.size()); ++i) {
    plot.groups.push_back(group_of(sweep, *cells[i], names[i]));
  }
  std::string text = box_plot(plot);
  if (cells.size() > kMostGroups) {
    text +=
        fmt::format("<p class=\"note\">{} more cells are in the table and in csv.</p>\n", cells.size() - kMostGroups);
  }
  return text;
}

/// The number that a value starts with, if it has one.
std::optional<double> number_in(const std::string& value) {
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  return end == value.c_str() ? std::nullopt : std::optional(number);
}

/// Positions on the axis: the numbers of its values if they grow and have one unit, else 1, 2, 3 …
std::vector<double> positions_of(const std::vector<std::string>& values) {
  std::vector<double> numbers;
  std::string unit;
  for (const std::string& value : values) {
    const std::optional<double> number = number_in(value);
    const std::size_t digits = value.find_last_of("0123456789.");
    const std::string rest = digits == std::string::npos ? value : value.substr(digits + 1);
    if (!number || (!numbers.empty() && (*number <= numbers.back() || rest != unit))) {
      break;
    }
    unit = rest;
    numbers.push_back(*number);
  }
  if (numbers.size() < values.size()) {
    numbers.clear();
    for (std::size_t i = 0; i < values.size(); ++i) {
      numbers.push_back(static_cast<double>(i + 1));
    }
  }
  return numbers;
}

std::string curves_of(const Sweep& sweep, const SweepEffect& effect, const std::vector<const SweepCell*>& cells,
                      const std::vector<std::string>& values, const std::string& caption) {
  const std::vector<double> positions = positions_of(values);
  LineChart chart{.caption = caption,
                  .more = "medians over the sets, with quartiles",
                  .x_name = sweep.axes[effect.axis].name,
                  .y_name = "times faster than the median order",
                  .curves = {},
                  .marks = {},
                  .x_texts = values,
                  .from_zero = false};
  for (std::size_t policy = 0; policy < sweep.policies.size(); ++policy) {
    Curve curve{.name = sweep.policies[policy], .points = {}};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const stats::BoxStatistics& box = over_median(*cells[i], policy);
      curve.points.push_back({positions[i], box.median, box.low_quartile, box.high_quartile});
    }
    chart.curves.push_back(std::move(curve));
  }
  for (std::size_t i = 1; i < effect.best.size() && i < positions.size(); ++i) {
    if (effect.best[i] != effect.best[i - 1]) {
      chart.marks.push_back({positions[i], fmt::format("from {} on {}", values[i], sweep.policies[effect.best[i]])});
    }
  }
  return line_chart(chart);
}

std::string effect_markup(const Sweep& sweep, const SweepEffect& effect,
                          const std::map<std::vector<std::size_t>, const SweepCell*>& by_values) {
  const SweepAxis& axis = sweep.axes[effect.axis];
  std::vector<const SweepCell*> cells;
  std::vector<std::string> values;
  std::vector<std::string> names;
  for (const std::size_t value : effect.values) {
    std::vector<std::size_t> at = effect.others;
    at[effect.axis] = value;
    if (const auto found = by_values.find(at); found != by_values.end()) {
      cells.push_back(found->second);
      values.push_back(axis.values[value]);
      names.push_back(fmt::format("{} {}", axis.name, axis.values[value]));
    }
  }
  if (cells.empty()) {
    return "";
  }
  const std::string others = cell_text(sweep, effect.others, effect.axis);
  const std::string caption = others.empty() ? axis.name : fmt::format("{}, {}", axis.name, others);
  std::string text = effect.elasticity ? curves_of(sweep, effect, cells, values, "Along " + caption) : "";
  if (effect.elasticity) {
    text += fmt::format("<p>1 % more of {} changes the best policy's median cost by {:+.2f} % (r² {:.2f}).</p>\n",
                        escaped(axis.name), *effect.elasticity, effect.fit.value_or(0));
  }
  return text + boxes_of(sweep, "Spread over " + caption, cells, names);
}

std::string cells_table(const Sweep& sweep) {
  DataTable table(fmt::format("{} over {}", number_of(sweep.cells.size(), "cell"), number_of(sweep.sets, "set")));
  table.column("cell", Align::left);
  table.column("policy", Align::left);
  for (const char* const title :
       {"over the median order", "quartiles", "over fifo", "over hyperq", "of the best", "wins", "median ms"}) {
    table.column(title);
  }
  std::size_t left_out = 0;
  for (const SweepCell& cell : sweep.cells) {
    const std::size_t best = best_policy(cell);
    for (std::size_t i = 0; i < cell.policies.size(); ++i) {
      if (table.rows() >= kMostCells) {
        ++left_out;
        continue;
      }
      const SweepPolicy& policy = cell.policies[i];
      const stats::BoxStatistics& speedup = over_median(cell, i);
      table.row({escaped(cell_text(sweep, cell.values, sweep.axes.size())), escaped(sweep.policies[i]),
                 fmt::format("{:.4f}", speedup.median),
                 fmt::format("{:.3f} … {:.3f}", speedup.low_quartile, speedup.high_quartile),
                 fmt::format("{:.4f}", policy.speedup[index(Baseline::fifo)].median),
                 fmt::format("{:.4f}", policy.speedup[index(Baseline::hyperq)].median),
                 fmt::format("{:.1f} %", policy.closeness.median * 100),
                 fmt::format("{:.1f} %", static_cast<double>(policy.wins) / static_cast<double>(sweep.sets) * 100),
                 fmt::format("{:.3f}", policy.cost.median)},
                i == best);
    }
  }
  if (left_out > 0) {
    table.note(fmt::format("… {} more rows; --format json or csv has them all", left_out));
  }
  return table.markup();
}

std::string effects_markup(const Sweep& sweep) {
  std::map<std::vector<std::size_t>, const SweepCell*> by_values;
  for (const SweepCell& cell : sweep.cells) {
    by_values.emplace(cell.values, &cell);
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(kMostEffects, sweep.effects.size()); ++i) {
    text += effect_markup(sweep, sweep.effects[i], by_values);
  }
  if (sweep.effects.size() > kMostEffects) {
    text += fmt::format("<p class=\"note\">{} more are in the table and in csv.</p>\n",
                        sweep.effects.size() - kMostEffects);
  }
  return text;
}

}  // namespace

Chapter chapter(const Sweep& sweep) {
  Chapter chapter{.question = fmt::format("Which policy is worth most over {}?", sweep.name),
                  .answer = sweep_answer(sweep),
                  .caveats = {},
                  .sections = {},
                  .seed = sweep.origin.seed,
                  .draws = true};
  add_basis(chapter, sweep.basis);
  if (std::any_of(sweep.cells.begin(), sweep.cells.end(), [](const SweepCell& cell) { return cell.approximate; })) {
    chapter.caveats.push_back("Quantiles of large cells are to 1e-4 of themselves.");
  }
  chapter.caveats.push_back(
      fmt::format("Times are what engine {} says that plans cost; they are predictions.", sweep.engine));
  if (sweep.effects.empty()) {
    std::vector<const SweepCell*> cells;
    std::vector<std::string> names;
    for (const SweepCell& cell : sweep.cells) {
      cells.push_back(&cell);
      names.push_back(cell_text(sweep, cell.values, sweep.axes.size()));
    }
    chapter.sections.push_back({"How much faster", boxes_of(sweep, "Speed-up over the median order", cells, names)});
  } else {
    chapter.sections.push_back({"Along each axis", effects_markup(sweep)});
  }
  chapter.sections.push_back({"Every cell", cells_table(sweep)});
  return chapter;
}

}  // namespace warpshop::report::html
