#include "sim/study/sweep/sweep_summary.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "sim/model/quantity.hpp"
#include "sim/model/sweep.hpp"
#include "sim/stats/holm.hpp"
#include "sim/stats/log_log_slope.hpp"

namespace warpshop::study {
namespace {

/// How often the one goes into the other; of two that take nothing once. Nothing: into one that takes nothing, or next
/// to nothing, it goes more often than a number can say.
std::optional<double> ratio(Millis of, Millis to) {
  const double times = of == to ? 1 : of / to;
  return std::isfinite(times) ? std::optional(times) : std::nullopt;
}

/// The speed-up of a policy that costs nothing on every set, and its baseline something.
constexpr stats::BoxStatistics kBeyondNumbers{.count = 0, .median = std::numeric_limits<double>::max()};

}  // namespace

CellSummary::CellSummary(std::size_t policies, bool ends)
    : policies_(policies), ends_(ends), differences_(policies * (policies - 1) / 2) {}

void CellSummary::add(const SweepPoint& point) {
  Millis least = point.costs.front().cost;
  for (const SweepCost& each : point.costs) {
    least = std::min(least, each.cost);
  }
  auto difference = differences_.begin();
  for (std::size_t i = 0; i < policies_.size(); ++i) {
    OfPolicy& of = policies_[i];
    const Millis cost = point.costs[i].cost;
    for (const Baseline baseline : kBaselines) {
      if (const auto speedup = ratio(point.baselines[index(baseline)], cost)) {
        of.speedup[index(baseline)].add(*speedup);
      }
    }
    const AssumedRange& at_ends = point.costs[i].at_ends;
    of.rests = of.rests || (ends_ && !tied(at_ends.low, at_ends.high));
    for (std::size_t end = 0; ends_ && end < of.ends.size(); ++end) {
      const Millis there = end == 0 ? at_ends.low : at_ends.high;
      of.ends[end].cost.add(there.count());
      if (const auto speedup = ratio(point.baselines[index(Baseline::median)], there)) {
        of.ends[end].speedup.add(*speedup);
      }
    }
    of.closeness.add(clearly_less(point.best, cost) ? ratio(point.best, cost).value_or(1) : 1);
    of.cost.add(cost.count());
    of.planning_us.add(std::chrono::duration<double, std::micro>(point.costs[i].planning).count());
    of.wins += clearly_less(least, cost) ? 0 : 1;
    if (const auto speedup = ratio(point.baselines[index(Baseline::median)], cost)) {
      of.by_kernel_dominant[point.kernel_dominant].add(*speedup);
    }
    for (std::size_t other = i + 1; other < policies_.size(); ++other, ++difference) {
      const Millis others = point.costs[other].cost;
      difference->add(tied(others, cost) ? 0 : (others - cost) / (others + cost));
    }
  }
}

SweepCell CellSummary::cell() const {
  SweepCell cell;
  for (const OfPolicy& of : policies_) {
    SweepPolicy& policy = cell.policies.emplace_back();
    for (const Baseline baseline : kBaselines) {
      policy.speedup[index(baseline)] = of.speedup[index(baseline)].box().value_or(kBeyondNumbers);
    }
    policy.closeness = *of.closeness.box();
    policy.cost = *of.cost.box();
    policy.planning_us = *of.planning_us.box();
    for (std::size_t end = 0; of.rests && end < of.ends.size(); ++end) {
      policy.ends.push_back(
          {.cost = *of.ends[end].cost.box(), .speedup = of.ends[end].speedup.box().value_or(kBeyondNumbers)});
    }
    policy.wins = of.wins;
    for (const auto& [tasks, group] : of.by_kernel_dominant) {
      policy.by_kernel_dominant.resize(tasks + 1);
      policy.by_kernel_dominant[tasks] = group.box();
    }
    cell.approximate = cell.approximate || of.cost.approximate();
  }
  auto difference = differences_.begin();
  for (std::size_t first = 0; first < policies_.size(); ++first) {
    for (std::size_t second = first + 1; second < policies_.size(); ++second, ++difference) {
      cell.tests.push_back({.first = first, .second = second, .test = difference->test()});
      cell.tests.back().p = cell.tests.back().test.p;
    }
  }
  return cell;
}

SweepSummary::SweepSummary(const SweepManifest& manifest)
    : sweep_(manifest.head), at_work_(std::in_place, sweep_.policies.size(), !sweep_.basis.ranges.empty()) {}

void SweepSummary::add(std::span<const SweepPoint> points) {
  for (const SweepPoint& point : points) {
    if (point.cell != cell_) {
      end_cell();
      at_work_.emplace(sweep_.policies.size(), !sweep_.basis.ranges.empty());
    }
    at_work_->add(point);
    ++points_;
  }
}

Sweep SweepSummary::sweep() {
  end_cell();
  if (cell_ != sweep_.cells.size()) {
    throw std::logic_error("a sweep of which some cells have no points");
  }
  finish(sweep_);
  return std::move(sweep_);
}

void SweepSummary::end_cell() {
  if (points_ != sweep_.sets || cell_ >= sweep_.cells.size()) {
    throw std::logic_error("a cell of a sweep with more or fewer points than sets");
  }
  SweepCell done = at_work_->cell();
  done.values = sweep_.cells[cell_].values;
  done.device = sweep_.cells[cell_].device;
  sweep_.cells[cell_++] = std::move(done);
  points_ = 0;
}

void finish(Sweep& sweep) {
  std::vector<double> p;
  for (const SweepCell& cell : sweep.cells) {
    for (const SweepTest& test : cell.tests) {
      p.push_back(test.test.p);
    }
  }
  p = stats::holm(p);
  auto corrected = p.begin();
  for (SweepCell& cell : sweep.cells) {
    for (SweepTest& test : cell.tests) {
      test.p = *corrected++;
    }
  }
  sweep.effects = sweep_effects(sweep);
}

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
