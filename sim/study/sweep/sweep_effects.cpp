#include "sim/study/sweep/sweep_effects.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "sim/model/axis_number.hpp"
#include "sim/model/best_policy.hpp"
#include "sim/stats/log_log_slope.hpp"

namespace warpshop::study {
namespace {

/// By value; nothing: some are no numbers, or of different kinds.
using Numbers = std::optional<std::vector<double>>;

Numbers numbers_of(const SweepAxis& axis) {
  const std::optional<AxisNumber> first = axis_number(axis.values.front());
  std::vector<double> numbers;
  for (const std::string& value : axis.values) {
    const std::optional<AxisNumber> number = axis_number(value);
    if (!number || number->unit != first->unit) {
      return std::nullopt;
    }
    numbers.push_back(number->value);
  }
  return numbers;
}

/// The values of an axis: increasing, where they are numbers; else as they are listed.
std::vector<std::size_t> ordered_values(const SweepAxis& axis, const Numbers& numbers) {
  std::vector<std::size_t> values(axis.values.size());
  std::iota(values.begin(), values.end(), std::size_t{0});
  if (numbers) {
    std::sort(values.begin(), values.end(),
              [&](std::size_t a, std::size_t b) { return (*numbers)[a] < (*numbers)[b]; });
  }
  return values;
}

/// The cell of these values; none: the grid is without it.
const SweepCell* find_cell(const Sweep& sweep, const std::vector<std::size_t>& values) {
  const auto found = std::lower_bound(sweep.cells.begin(), sweep.cells.end(), values,
                                      [](const SweepCell& cell, const auto& wanted) { return cell.values < wanted; });
  return found != sweep.cells.end() && found->values == values ? &*found : nullptr;
}

/// How the cost follows from the numbers, in logarithms: nothing where one of either is 0.
std::optional<stats::LogLogSlope> slope_of(const SweepEffect& effect, const std::vector<double>& numbers) {
  std::vector<stats::Point> points;
  for (std::size_t i = 0; i < effect.values.size(); ++i) {
    if (!(numbers[effect.values[i]] > 0 && effect.cost[i] > 0)) {
      return std::nullopt;
    }
    points.push_back({numbers[effect.values[i]], effect.cost[i]});
  }
  return stats::log_log_slope(points);
}

/// An axis, its numbers, and its values in their order.
struct Scale {
  std::size_t axis = 0;
  Numbers numbers;
  std::vector<std::size_t> values;
};

/// Of what the grid has beside the others.
SweepEffect effect_of(const Sweep& sweep, const Scale& scale, const std::vector<std::size_t>& others) {
  SweepEffect effect;
  effect.axis = scale.axis;
  effect.others = others;
  effect.numbers = scale.numbers.has_value();
  std::vector<std::size_t> values = others;
  for (const std::size_t value : scale.values) {
    values[scale.axis] = value;
    const SweepCell* const cell = find_cell(sweep, values);
    if (cell == nullptr) {
      continue;
    }
    const std::size_t best =
        best_policy(*cell, sweep.policies, effect.best.empty() ? std::nullopt : std::optional(effect.best.back()));
    if (cell->policies[best].speedup[index(Baseline::median)].count == 0) {
      continue;  // what costs nothing gains more than a number can say
    }
    effect.values.push_back(value);
    effect.best.push_back(best);
    effect.open.push_back(best_policies(*cell).empty());
    effect.gain.push_back(cell->policies[best].speedup[index(Baseline::median)].median);
    effect.cost.push_back(cell->policies[best].cost.median);
  }
  if (const auto slope = scale.numbers ? slope_of(effect, *scale.numbers) : std::nullopt) {
    effect.elasticity = slope->slope;
    if (effect.values.size() > 2) {  // a line through two points leaves nothing to explain
      effect.fit = slope->r_squared;
    }
  }
  return effect;
}

}  // namespace

std::vector<SweepEffect> sweep_effects(const Sweep& sweep) {
  std::vector<SweepEffect> effects;
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) {
    const Numbers numbers = numbers_of(sweep.axes[axis]);
    const Scale scale{.axis = axis, .numbers = numbers, .values = ordered_values(sweep.axes[axis], numbers)};
    std::set<std::vector<std::size_t>> seen;
    for (const SweepCell& cell : sweep.cells) {
      std::vector<std::size_t> others = cell.values;
      others[axis] = 0;
      if (seen.insert(others).second) {
        SweepEffect effect = effect_of(sweep, scale, others);
        if (effect.values.size() > 1) {
          effects.push_back(std::move(effect));
        }
      }
    }
  }
  return effects;
}

}  // namespace warpshop::study
