#include "sim/study/sweep/sweep_summary.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "sim/model/quantity.hpp"
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

/// The number in front of a unit; nothing: it is none, or not above 0.
std::optional<double> number_of(const std::string& text) {
  const std::optional<Quantity> quantity = parse_quantity(text);
  const std::optional<double> number = quantity ? to_double(*quantity) : std::nullopt;
  return number && *number > 0 ? number : std::nullopt;
}

/// The value of each number of an axis, in the unit of the first; nothing: some are no numbers, or have other units.
std::optional<std::vector<double>> numbers_of(const SweepAxis& axis) {
  std::vector<double> numbers;
  for (const std::string& value : axis.values) {
    const std::optional<double> number = number_of(value);
    if (!number || parse_quantity(value)->unit != parse_quantity(axis.values.front())->unit) {
      return std::nullopt;
    }
    numbers.push_back(*number);
  }
  return numbers;
}

/// The cell of these values; none: the grid is without it.
const SweepCell* find_cell(const Sweep& sweep, const std::vector<std::size_t>& values) {
  const auto found = std::lower_bound(sweep.cells.begin(), sweep.cells.end(), values,
                                      [](const SweepCell& cell, const auto& wanted) { return cell.values < wanted; });
  return found != sweep.cells.end() && found->values == values ? &*found : nullptr;
}

/// Of what the grid has beside the others.
SweepEffect effect_of(const Sweep& sweep, std::size_t axis, const std::vector<std::size_t>& others) {
  SweepEffect effect;
  effect.axis = axis;
  effect.others = others;
  const std::optional<std::vector<double>> numbers = numbers_of(sweep.axes[axis]);
  std::vector<stats::Point> points;
  std::vector<std::size_t> values = others;
  for (values[axis] = 0; values[axis] < sweep.axes[axis].values.size(); ++values[axis]) {
    const SweepCell* const cell = find_cell(sweep, values);
    if (cell == nullptr) {
      continue;
    }
    const auto best = std::min_element(cell->policies.begin(), cell->policies.end(), [](const auto& a, const auto& b) {
      return a.cost.median < b.cost.median && !tied(a.cost.median, b.cost.median);
    });
    if (best->speedup[index(Baseline::median)].count == 0) {
      continue;  // what costs nothing gains more than a number can say
    }
    effect.values.push_back(values[axis]);
    effect.best.push_back(static_cast<std::size_t>(best - cell->policies.begin()));
    effect.gain.push_back(best->speedup[index(Baseline::median)].median);
    if (numbers && best->cost.median > 0) {
      points.push_back({(*numbers)[values[axis]], best->cost.median});
    }
  }
  if (numbers && points.size() == effect.values.size()) {
    if (const auto slope = stats::log_log_slope(points)) {
      effect.elasticity = slope->slope;
      effect.fit = slope->r_squared;
    }
  }
  return effect;
}

}  // namespace

CellSummary::CellSummary(std::size_t policies) : policies_(policies), differences_(policies * (policies - 1) / 2) {}

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
    of.closeness.add(std::min(1.0, ratio(point.best, cost).value_or(1)));
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
    : sweep_(manifest.head), at_work_(std::in_place, sweep_.policies.size()) {}

void SweepSummary::add(std::span<const SweepPoint> points) {
  for (const SweepPoint& point : points) {
    if (point.cell != cell_) {
      end_cell();
      at_work_.emplace(sweep_.policies.size());
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
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) {
    std::set<std::vector<std::size_t>> seen;
    for (const SweepCell& cell : sweep.cells) {
      std::vector<std::size_t> others = cell.values;
      others[axis] = 0;
      if (seen.insert(others).second) {
        SweepEffect effect = effect_of(sweep, axis, others);
        if (effect.values.size() > 1) {
          sweep.effects.push_back(std::move(effect));
        }
      }
    }
  }
}

}  // namespace warpshop::study
