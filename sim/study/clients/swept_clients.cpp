#include "sim/study/clients/swept_clients.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "sim/model/quantity.hpp"
#include "sim/study/clients/compared_clients.hpp"
#include "sim/study/in_parallel.hpp"

namespace warpshop::study {
namespace {

/// Counts what is done, and lets one thread at a time say so.
class Told {
 public:
  Told(const ClientSweepSettings& settings, std::size_t all) : settings_(settings), all_(all) {}

  void doing(const std::string& text) {
    const std::lock_guard lock(mutex_);
    settings_.progress(done_, all_, text);
  }
  void done() {
    const std::lock_guard lock(mutex_);
    settings_.progress(++done_, all_, {});
  }

 private:
  const ClientSweepSettings& settings_;
  std::size_t all_;
  std::size_t done_ = 0;
  std::mutex mutex_;
};

ClientComparison compared(const ClientCell& cell, const std::vector<NamedPolicy>& policies, const PlanOptions& options,
                          unsigned jobs, Told& told) {
  Problem problem = cell.problem;
  prepare_sharing(problem, cell.devices);
  ClientComparison comparison = compare_clients(
      problem, policies, {.device = cell.device, .options = options, .jobs = jobs, .over_assumed = false},
      [&](const std::string& text) { told.doing(text); });
  comparison.skipped = cell.policies.left_out;
  return comparison;
}

/// Threads that each of several things at once may have.
unsigned jobs_of_each(unsigned jobs, std::size_t things) {
  return static_cast<unsigned>(std::max<std::size_t>(1, jobs / std::max<std::size_t>(1, things)));
}

/// A number of an axis in the unit in which one of its values is written.
struct InUnit {
  std::string unit;
  double factor = 1;  ///< of AxisNumber, in one unit

  explicit InUnit(const std::string& value) : unit(parse_quantity(value)->unit) {
    factor = axis_number(unit.empty() ? "1" : "1 " + unit)->value;
  }
  double number(const std::string& value) const { return axis_number(value)->value / factor; }
  /// To four digits, so that it can be told.
  std::string text(double number) const {
    const std::string digits = quantity_text(*to_double(*parse_quantity(fmt::format("{:.3e}", number))));
    return unit.empty() ? digits : digits + ' ' + unit;
  }
};

/// A value between two numbers above 0; nothing: they are close enough.
std::optional<double> between(double kept, double next, bool whole) {
  const double least = std::min(kept, next);
  const double most = std::max(kept, next);
  if (most <= (1 + kRefinedTo) * least || (whole && most - least <= 1)) {
    return std::nullopt;
  }
  const double middle = std::sqrt(least * most);
  return whole ? std::clamp(std::round(middle), least + 1, most - 1) : middle;
}

/// Of a range that is bounded, and whose bound lies between two of its values.
RefinedBound refined(const ClientGrid& grid, const ClientSweep& sweep, const KeptRange& range,
                     const PlanOptions& options, unsigned jobs, Told& told) {
  const std::size_t kept = *range.last_kept();
  const KeptAt& last = range.tried[kept];
  const std::vector<std::string>& values = sweep.axes[range.axis].values;
  const InUnit unit(values[last.value]);
  const bool whole = is_whole(sweep.axes[range.axis].name);
  RefinedBound bound{.value = values[last.value],
                     .at = sweep.cells[last.cell].comparison.results[last.result],
                     .next = values[range.tried[kept + 1].value],
                     .verdict = range.tried[kept + 1].verdict};
  const NamedPolicy policy = named_policy(range.policy);
  while (const auto middle = between(unit.number(bound.value), unit.number(bound.next), whole)) {
    std::string value = unit.text(*middle);
    const ClientCell cell = grid.cell_at(grid.cells[last.cell], range.axis, value);
    ClientComparison comparison = compared(cell, {policy}, options, jobs, told);
    const Verdict verdict = verdict_of_all(comparison.results.front().figures);
    if (verdict == Verdict::kept) {
      bound.value = std::move(value);
      bound.at = std::move(comparison.results.front());
    } else {
      bound.next = std::move(value);
      bound.verdict = verdict;
    }
  }
  return bound;
}

bool has_bound_between(const KeptRange& range) {
  const std::optional<std::size_t> kept = range.last_kept();
  return kept && *kept + 1 < range.tried.size() && range.is_bounded();
}

void refine(const ClientGrid& grid, const ClientSweepSettings& settings, ClientSweep& sweep) {
  std::vector<KeptRange*> open;
  for (KeptRange& range : sweep.ranges) {
    if (has_bound_between(range)) {
      open.push_back(&range);
    }
  }
  Told told(settings, open.size());
  const unsigned each = jobs_of_each(settings.jobs, open.size());
  in_parallel(settings.jobs, open.size(), [&](std::size_t i) {
    open[i]->refined = refined(grid, sweep, *open[i], settings.options, each, told);
    told.done();
  });
}

}  // namespace

ClientSweep sweep_clients(const ClientGrid& grid, const ClientSweepSettings& settings) {
  ClientSweep sweep{.name = grid.name, .axes = grid.axes, .policies = grid.policies, .cells = {}};
  sweep.cells.resize(grid.cells.size());
  Told told(settings, grid.cells.size());
  const unsigned each = jobs_of_each(settings.jobs, grid.cells.size());
  in_parallel(settings.jobs, grid.cells.size(), [&](std::size_t i) {
    const ClientCell& cell = grid.cells[i];
    sweep.cells[i] = {.values = cell.values,
                      .comparison = compared(cell, cell.policies.chosen, settings.options, each, told)};
    told.done();
  });
  for (const ClientSweepCell& cell : sweep.cells) {
    sweep.basis.assume(cell.comparison.basis.assumed);
    sweep.basis.assume(cell.comparison.basis.ranges);
    sweep.basis.assumed_as.insert(cell.comparison.basis.assumed_as.begin(), cell.comparison.basis.assumed_as.end());
  }
  sweep.ranges = kept_ranges(sweep);
  if (grid.refine) {
    refine(grid, settings, sweep);
  }
  return sweep;
}

}  // namespace warpshop::study
