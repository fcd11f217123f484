#include "sim/study/sweep/sweep_summary.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "sim/stats/holm.hpp"
#include "sim/study/sweep/sweep_effects.hpp"

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

}  // namespace warpshop::study
