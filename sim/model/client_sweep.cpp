#include "sim/model/client_sweep.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "sim/model/quantity.hpp"
#include "sim/model/sweep_spec.hpp"

namespace warpshop {
namespace {

struct AxisKind {
  std::string_view path;  ///< behind the name of the client
  Harder harder;
  bool whole = false;
};
constexpr std::array<AxisKind, 10> kKinds{{{".arrivals.poisson", Harder::with_more},
                                           {".arrivals.closed", Harder::with_more, true},
                                           {".arrivals.at_once", Harder::with_more, true},
                                           {".arrivals.every", Harder::with_less},
                                           {".goal.latency", Harder::with_less},
                                           {".goal.rate", Harder::with_more},
                                           {".goal.fps", Harder::with_more},
                                           {".goal.speed", Harder::with_more},
                                           {".goal.share", Harder::with_more},
                                           {".goal.quantile", Harder::with_more}}};

const AxisKind* kind_of_axis(std::string_view axis) {
  const auto* const found = std::find_if(kKinds.begin(), kKinds.end(), [&](const AxisKind& kind) {
    return axis.starts_with(kClientsAxis) && axis.ends_with(kind.path);
  });
  return found == kKinds.end() ? nullptr : found;
}

/// Positions of the values from the easiest to the hardest; empty: they are not several numbers of one kind, or nobody
/// knows which are harder.
std::vector<std::size_t> by_difficulty(const SweepAxis& axis) {
  const std::optional<Harder> harder = harder_values(axis.name);
  if (!harder || axis.values.size() < 2) {
    return {};
  }
  std::vector<std::pair<double, std::size_t>> numbers;
  std::string_view unit;
  for (std::size_t i = 0; i < axis.values.size(); ++i) {
    const std::optional<AxisNumber> number = axis_number(axis.values[i]);
    if (!number || (i > 0 && number->unit != unit)) {
      return {};
    }
    unit = number->unit;
    numbers.emplace_back(*harder == Harder::with_more ? number->value : -number->value, i);
  }
  std::sort(numbers.begin(), numbers.end());
  std::vector<std::size_t> values;
  values.reserve(numbers.size());
  for (const auto& [number, value] : numbers) {
    values.push_back(value);
  }
  return values;
}

/// What each policy does with the values of an axis, beside each choice of the others.
void add_ranges(const ClientSweep& sweep, std::size_t axis, std::vector<KeptRange>& ranges) {
  const std::vector<std::size_t> values = by_difficulty(sweep.axes[axis]);
  std::map<std::vector<std::size_t>, std::vector<std::size_t>> cells_beside;  // by the others: cells by value
  for (std::size_t cell = 0; cell < sweep.cells.size() && !values.empty(); ++cell) {
    std::vector<std::size_t> others = sweep.cells[cell].values;
    const std::size_t own = std::exchange(others[axis], 0);
    std::vector<std::size_t>& cells = cells_beside[others];
    cells.resize(sweep.axes[axis].values.size(), sweep.cells.size());
    cells[own] = cell;
  }
  for (const auto& [others, cells] : cells_beside) {
    for (const std::string& policy : sweep.policies) {
      KeptRange range{.axis = axis, .others = others, .policy = policy, .tried = {}};
      for (const std::size_t value : values) {
        if (cells[value] == sweep.cells.size()) {
          continue;
        }
        const ClientComparison& comparison = sweep.cells[cells[value]].comparison;
        if (const std::optional<std::size_t> result = result_of_policy(comparison, policy)) {
          range.tried.push_back({.value = value,
                                 .verdict = verdict_of_all(comparison.results[*result].figures),
                                 .cell = cells[value],
                                 .result = *result});
        }
      }
      if (range.tried.size() > 1) {
        ranges.push_back(std::move(range));
      }
    }
  }
}

bool has_goals(const ClientSweep& sweep) {
  return std::any_of(sweep.cells.begin(), sweep.cells.end(), [](const ClientSweepCell& cell) {
    return std::any_of(cell.comparison.clients.begin(), cell.comparison.clients.end(),
                       [](const Client& client) { return client.goal.has_value(); });
  });
}

}  // namespace

Verdict verdict_of_all(const ClientsFigures& figures) {
  return figures.goals_missed > 0              ? Verdict::missed
         : figures.goals_kept == figures.goals ? Verdict::kept
                                               : Verdict::not_sure;
}

std::optional<Harder> harder_values(std::string_view axis) {
  const AxisKind* const kind = kind_of_axis(axis);
  return kind != nullptr ? std::optional(kind->harder) : std::nullopt;
}

bool is_load(std::string_view axis) {
  const AxisKind* const kind = kind_of_axis(axis);
  return kind != nullptr && kind->path.starts_with(".arrivals");
}

bool is_whole(std::string_view axis) {
  const AxisKind* const kind = kind_of_axis(axis);
  return kind != nullptr && kind->whole;
}

std::string_view client_of(std::string_view axis) {
  const AxisKind* const kind = kind_of_axis(axis);
  if (kind == nullptr) {
    return {};
  }
  const std::string_view client =
      axis.substr(kClientsAxis.size(), axis.size() - kClientsAxis.size() - kind->path.size());
  return client == "*" ? std::string_view{} : client;
}

std::optional<std::size_t> KeptRange::last_kept() const {
  for (std::size_t i = tried.size(); i-- > 0;) {
    if (tried[i].verdict == Verdict::kept) {
      return i;
    }
  }
  return std::nullopt;
}

bool KeptRange::is_bounded() const {
  return std::none_of(tried.begin(), tried.begin() + static_cast<std::ptrdiff_t>(last_kept().value_or(0)),
                      [](const KeptAt& at) { return at.verdict == Verdict::missed; });
}

std::optional<std::size_t> result_of_policy(const ClientComparison& comparison, std::string_view policy) {
  for (std::size_t i = 0; i < comparison.results.size(); ++i) {
    const std::vector<std::string>& asked = comparison.results[i].asked;
    if (std::find(asked.begin(), asked.end(), policy) != asked.end()) {
      return i;
    }
  }
  return std::nullopt;
}

std::vector<KeptRange> kept_ranges(const ClientSweep& sweep) {
  std::vector<KeptRange> ranges;
  for (const bool of_load : {true, false}) {
    for (std::size_t axis = 0; axis < sweep.axes.size() && has_goals(sweep); ++axis) {
      if (is_load(sweep.axes[axis].name) == of_load) {
        add_ranges(sweep, axis, ranges);
      }
    }
    if (!ranges.empty()) {
      break;
    }
  }
  return ranges;
}

std::optional<KeptBound> bound_of(const ClientSweep& sweep, const KeptRange& range) {
  const std::optional<std::size_t> kept = range.last_kept();
  if (!kept || !range.is_bounded()) {
    return std::nullopt;
  }
  const std::vector<std::string>& values = sweep.axes[range.axis].values;
  const KeptAt& last = range.tried[*kept];
  const bool refined = range.refined.has_value();
  KeptBound bound{.value = refined ? range.refined->value : values[last.value],
                  .at = refined ? range.refined->at : sweep.cells[last.cell].comparison.results[last.result],
                  .next = {}};
  if (*kept + 1 < range.tried.size()) {
    bound.next = refined ? range.refined->next : values[range.tried[*kept + 1].value];
    bound.next_verdict = refined ? range.refined->verdict : range.tried[*kept + 1].verdict;
  }
  for (std::size_t i = 0; i < *kept; ++i) {
    if (range.tried[i].verdict == Verdict::not_sure) {
      bound.not_sure.push_back(values[range.tried[i].value]);
    }
  }
  return bound;
}

std::vector<FailedInCell> failed_policies(const ClientSweep& sweep) {
  std::vector<FailedInCell> failed;
  for (const ClientSweepCell& cell : sweep.cells) {
    for (const FailedPolicy& policy : cell.comparison.failed) {
      failed.push_back({cell, policy});
    }
  }
  return failed;
}

}  // namespace warpshop
