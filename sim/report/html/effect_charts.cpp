#include "sim/report/html/effect_charts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/model/sweep.hpp"
#include "sim/report/html/box_plot.hpp"
#include "sim/report/html/line_chart.hpp"
#include "sim/report/html/svg.hpp"
#include "sim/report/sweep_sentences.hpp"

namespace warpshop::report::html {
namespace {

constexpr std::size_t kMostGroups = 40;   // cells of one box plot
constexpr std::size_t kMostEffects = 12;  // that are drawn

BoxGroup group_of(const Sweep& sweep, const SweepCell& cell, std::string name) {
  BoxGroup group{.name = std::move(name), .rows = {}};
  for (std::size_t policy = 0; policy < cell.policies.size(); ++policy) {
    if (over_median(cell.policies[policy]).count == 0) {
      continue;  // it costs nothing, and no number says how much less that is
    }
    group.rows.push_back({.name = sweep.policies[policy],
                          .box = over_median(cell.policies[policy]),
                          .colour = policy,
                          .marked = is_best(cell, policy)});
  }
  return group;
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

/// Requires cells. best: of each.
std::string curves_of(const Sweep& sweep, const SweepEffect& effect, const std::vector<const SweepCell*>& cells,
                      const std::vector<std::string>& values, const std::vector<std::size_t>& best,
                      const std::string& caption) {
  const std::vector<double> positions = positions_of(values);
  LineChart chart{.caption = caption,
                  .more = "medians over the sets",
                  .x_name = sweep.axes[effect.axis].name,
                  .y_name = "times faster than the median order",
                  .curves = {},
                  .marks = {},
                  .x_texts = values,
                  .from_zero = false};
  for (std::size_t policy = 0; policy < sweep.policies.size(); ++policy) {
    Curve curve{.name = sweep.policies[policy], .points = {}};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (const stats::BoxStatistics& box = over_median(cells[i]->policies[policy]); box.count > 0) {
        curve.points.push_back({positions[i], box.median, box.median, box.median});
      }
    }
    chart.curves.push_back(std::move(curve));
  }
  for (std::size_t i = 1; i < cells.size(); ++i) {
    if (best[i] != best[i - 1]) {
      chart.marks.push_back({positions[i], fmt::format("from {} on {} is best{}", values[i], sweep.policies[best[i]],
                                                       best_policies(*cells[i]).empty() ? kIfAssumed : "")});
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
  std::vector<std::size_t> best;
  for (std::size_t i = 0; i < effect.values.size(); ++i) {
    const std::size_t value = effect.values[i];
    std::vector<std::size_t> at = effect.others;
    at[effect.axis] = value;
    if (const auto found = by_values.find(at); found != by_values.end()) {
      cells.push_back(found->second);
      best.push_back(effect.best[i]);
      values.push_back(axis.values[value]);
      names.push_back(fmt::format("{} {}", axis.name, axis.values[value]));
    }
  }
  if (cells.empty()) {
    return "";
  }
  const std::string others = place_text(sweep, effect.others, effect.axis);
  const std::string caption = others.empty() ? axis.name : fmt::format("{}, {}", axis.name, others);
  std::string text = effect.elasticity ? curves_of(sweep, effect, cells, values, best, "Along " + caption) : "";
  if (effect.elasticity) {
    text +=
        fmt::format("<p>1 % more of {} changes the best policy's median cost by {:+.2f} %{}.</p>\n", escaped(axis.name),
                    *effect.elasticity, effect.fit ? fmt::format(" (r² {:.2f})", *effect.fit) : "");
  }
  return text + sweep_boxes(sweep, "Spread over " + caption, cells, names);
}

}  // namespace

std::string sweep_boxes(const Sweep& sweep, const std::string& caption, const std::vector<const SweepCell*>& cells,
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

}  // namespace warpshop::report::html
