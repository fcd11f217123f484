#include "sim/report/sweep_table.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include "sim/model/best_policy.hpp"
#include "sim/report/basis_text.hpp"
#include "sim/report/sweep_sentences.hpp"
#include "sim/report/text_table.hpp"
#include "sim/report/wrap.hpp"
#include "sim/result/csv_columns.hpp"

namespace warpshop::report {
namespace {

/// Of a figure that no set has.
constexpr const char* kNone = "-";

std::string spread_text(const stats::BoxStatistics& box) {
  return box.count == 0 ? kNone
                        : fmt::format("{:.4f} ({:.3f} … {:.3f})", box.median, box.low_quartile, box.high_quartile);
}

std::string median_text(const stats::BoxStatistics& box) {
  return box.count == 0 ? kNone : fmt::format("{:.4f}", box.median);
}

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

std::string cell_table(const Sweep& sweep, const SweepCell& cell, const format::Table& style) {
  TextTable table;
  table.column("", Align::left);
  table.column("policy", Align::left);
  table.column("over the median order", Align::right);
  table.column("at most", Align::right, {.drop = 5});
  table.column("over fifo", Align::right, {.drop = 2});
  table.column("over hyperq", Align::right, {.drop = 3});
  table.column("of the best", Align::right, {.drop = 4});
  table.column("wins", Align::right, {.drop = 1});
  table.column("median ms", Align::right);
  if (sweep.timing) {
    table.column("planning us", Align::right);
  }
  std::vector<std::size_t> order(cell.policies.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = i;
  }
  const std::vector<std::size_t> best_of_all = best_policies(cell);
  const auto median = [&](std::size_t policy) { return cell.policies[policy].speedup[index(Baseline::median)].median; };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return median(a) > median(b); });
  for (const std::size_t i : order) {
    const SweepPolicy& policy = cell.policies[i];
    const bool best = std::find(best_of_all.begin(), best_of_all.end(), i) != best_of_all.end();
    std::vector<std::string> row{
        best ? "*" : "",
        sweep.policies[i],
        spread_text(policy.speedup[index(Baseline::median)]),
        policy.speedup[index(Baseline::median)].count == 0
            ? kNone
            : fmt::format("{:.3f}", policy.speedup[index(Baseline::median)].max),
        median_text(policy.speedup[index(Baseline::fifo)]),
        median_text(policy.speedup[index(Baseline::hyperq)]),
        fmt::format("{:.1f} %", policy.closeness.median * 100),
        fmt::format("{:.1f} %", static_cast<double>(policy.wins) / static_cast<double>(sweep.sets) * 100),
        fmt::format("{:.3f}", policy.cost.median)};
    if (sweep.timing) {
      row.push_back(fmt::format("{:.2f}", policy.planning_us.median));
    }
    table.row(std::move(row), best);
  }
  return table.text(style);
}

std::string axis_cells(const Sweep& sweep, const std::vector<std::size_t>& values) {
  std::string text;
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) {
    text += csv_field(sweep.axes[axis].values[values[axis]]) + ',';
  }
  return text;
}

/// Of kLastColumns.
std::string last_cells(const Sweep& sweep) {
  return fmt::format("{},{},{},{},{},{}", csv_field(fmt::format("{}", fmt::join(sweep.basis.assumed, " "))),
                     csv_field(fmt::format("{}", fmt::join(sweep.basis.set, " "))), csv_field(sweep.origin.file),
                     sweep.origin.seed, sweep.origin.budget, sweep.origin.version);
}

std::string axis_columns(const Sweep& sweep) {
  std::string text;
  for (const SweepAxis& axis : sweep.axes) {
    text += csv_field(axis.name) + ',';
  }
  return text;
}

}  // namespace

void print(std::ostream& out, const format::Table& style, const Sweep& sweep) {
  out << (style.first ? "" : "\n")
      << wrapped_lines(
             fmt::format("{}: {} {}, {} {}, engine {}", sweep.name, sweep.sets, sweep.sets == 1 ? "set" : "sets",
                         sweep.cells.size(), sweep.cells.size() == 1 ? "cell" : "cells", sweep.engine),
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

std::string sweep_row_columns(const Sweep& sweep) {
  return fmt::format(
      "set_number,tasks,{}kernel_dominant,policy,cost_ms,makespan_ms,predicted_ms,planning_us,lower_bound_ms,median_ms,"
      "fifo_ms,hyperq_ms,best_ms,{}\n",
      axis_columns(sweep), kLastColumns);
}

void write_sweep_rows(std::ostream& out, const SweepManifest& manifest, std::span<const SweepPoint> points) {
  const Sweep& sweep = manifest.head;
  const std::string last = last_cells(sweep);
  for (const SweepPoint& point : points) {
    const std::string tasks = manifest.set_names[manifest.names_of_cell[point.cell]].text(point.set);
    const std::string of_cell = csv_field(tasks) + ',' + axis_cells(sweep, sweep.cells[point.cell].values);
    for (std::size_t policy = 0; policy < point.costs.size(); ++policy) {
      const SweepCost& cost = point.costs[policy];
      fmt::print(out, "{},{}{},{},{},{},{},{},{},{},{},{},{},{}\n", point.set, of_cell, point.kernel_dominant,
                 sweep.policies[policy], cost.cost.count(), cost.makespan.count(), cost.predicted.count(),
                 sweep.timing ? fmt::format("{}", cost.planning.count() * 1e3) : "", point.lower_bound.count(),
                 point.baselines[index(Baseline::median)].count(), point.baselines[index(Baseline::fifo)].count(),
                 point.baselines[index(Baseline::hyperq)].count(), point.best.count(), last);
    }
  }
}

}  // namespace warpshop::report
