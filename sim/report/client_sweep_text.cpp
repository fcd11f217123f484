#include "sim/report/client_sweep_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/model/quantity.hpp"
#include "sim/model/sweep_spec.hpp"
#include "sim/report/client_answer.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {
namespace {

/// How hard the value is: a number that grows with that.
double difficulty(const std::string& axis, const std::string& value) {
  const double number = axis_number(value)->value;
  return harder_values(axis) == Harder::with_less ? -number : number;
}

/// How far a policy keeps every goal; what has no bound stands behind.
double reach(const ClientSweep& sweep, const KeptRange& range) {
  const std::optional<KeptBound> bound = bound_of(sweep, range);
  return bound ? difficulty(sweep.axes[range.axis].name, bound->value) : -std::numeric_limits<double>::infinity();
}

/// How many policies are better where it is kept last: what is as far stands in that order.
std::size_t place_of_result(const KeptRange& range) {
  return range.tried[range.last_kept().value_or(0)].result;
}

/// `60 /s of chat`, `chat.arrivals.closed 4`.
std::string first_value_text(const std::string& axis, const std::string& value) {
  const std::string_view client = client_of(axis);
  return axis.ends_with(".arrivals.poisson") && !client.empty() ? fmt::format("{} of {}", value, short_name(client))
                                                                : fmt::format("{} {}", axis_text(axis), value);
}

std::string listed(const std::vector<std::string>& values) {
  constexpr std::size_t kMostValues = 8;
  const std::size_t shown = std::min(values.size(), kMostValues);
  return fmt::format("{}{}", fmt::join(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                     shown < values.size() ? fmt::format(" and {} more", values.size() - shown) : "");
}

/// `up to 60 /s (as mps:45/100, leaving vision 71.2 /s; at 80 /s missed)`.
std::string bound_text(const ClientSweep& sweep, const KeptRange& range, const KeptBound& bound, bool first) {
  const std::string& axis = sweep.axes[range.axis].name;
  const bool more = harder_values(axis) == Harder::with_more;
  std::string held = bound.at.policy != range.policy ? "as " + bound.at.policy : "";
  if (const std::string rest = rest_text(bound.at.figures); !rest.empty()) {
    held += (held.empty() ? "leaving " : ", leaving ") + rest;
  }
  const std::string next = bound.next ? fmt::format("at {} {}", *bound.next, name(bound.next_verdict))
                                      : fmt::format("the {} tried", more ? "most" : "least");
  return fmt::format("{} {} ({}{}{}{})", more ? "up to" : "down to",
                     first ? first_value_text(axis, bound.value) : bound.value, held, held.empty() ? "" : "; ", next,
                     bound.not_sure.empty() ? "" : ", at " + listed(bound.not_sure) + " not sure");
}

/// Of a range that has no bound: `at 20 /s, 60 /s, but missed at 40 /s: no bound`; or that is kept nowhere.
std::string unbounded_text(const ClientSweep& sweep, const KeptRange& range) {
  std::array<std::vector<std::string>, 3> values;  // by verdict: of what no bound can be beyond
  for (std::size_t i = 0; i <= range.last_kept().value_or(range.tried.size() - 1); ++i) {
    values[static_cast<std::size_t>(range.tried[i].verdict)].push_back(
        sweep.axes[range.axis].values[range.tried[i].value]);
  }
  const auto at = [&](Verdict verdict) { return listed(values[static_cast<std::size_t>(verdict)]); };
  const std::string unsure = at(Verdict::not_sure);
  if (range.last_kept()) {
    return fmt::format("at {}, but missed at {}{}: no bound", at(Verdict::kept), at(Verdict::missed),
                       unsure.empty() ? "" : " and not sure at " + unsure);
  }
  return unsure.empty() ? "nowhere" : fmt::format("nowhere for sure (not sure at {})", unsure);
}

std::string group_line(const ClientSweep& sweep, const RangeGroup& group) {
  const KeptRange& best = *group.ranges.front();
  const ClientSweepCell& cell = sweep.cells[best.tried.front().cell];
  const std::size_t goals = cell.comparison.results[best.tried.front().result].figures.goals;
  std::vector<std::string> parts;
  for (const KeptRange* range : group.ranges) {
    const bool first = parts.empty();
    const std::optional<KeptBound> bound = bound_of(sweep, *range);
    parts.push_back(fmt::format("{}{} {}", range->policy,
                                !first       ? ""
                                : goals == 1 ? " keeps the goal"
                                             : " keeps every goal",
                                bound ? bound_text(sweep, *range, *bound, first) : unbounded_text(sweep, *range)));
  }
  const std::string place = swept_place(sweep, best.others, group.axis);
  return fmt::format("{}{}: {}.", short_name(cell.comparison.workload),
                     place.empty() ? " on " + cell.comparison.device : " on " + place, fmt::join(parts, "; "));
}

/// Where there is no axis along which goals get harder.
std::string count_line(const ClientSweep& sweep) {
  std::vector<std::string> parts;
  parts.reserve(sweep.policies.size());
  for (const std::string& policy : sweep.policies) {
    std::array<std::size_t, 3> cells{};  // by verdict
    for (const ClientSweepCell& cell : sweep.cells) {
      if (const auto result = result_of_policy(cell.comparison, policy)) {
        ++cells[static_cast<std::size_t>(verdict_of_all(cell.comparison.results[*result].figures))];
      }
    }
    const std::size_t unsure = cells[static_cast<std::size_t>(Verdict::not_sure)];
    parts.push_back(fmt::format("{} in {}{}", policy, cells[static_cast<std::size_t>(Verdict::kept)],
                                unsure > 0 ? fmt::format(", not sure in {}", unsure) : ""));
  }
  return fmt::format("Of {}, every goal is kept by {}.", number_of(sweep.cells.size(), "cell"), fmt::join(parts, "; "));
}

bool any_goal(const ClientSweep& sweep) {
  const std::vector<Client>& clients = sweep.cells.front().comparison.clients;
  return std::any_of(clients.begin(), clients.end(), [](const Client& client) { return client.goal.has_value(); });
}

/// At which values of a group a client does not keep its goal with the GPU to itself; empty: none does.
std::vector<std::string> missed_alone(const ClientSweep& sweep, const RangeGroup& group) {
  std::map<std::size_t, std::vector<std::string>> values;  // by client
  for (const KeptAt& at : group.ranges.front()->tried) {
    const std::vector<ClientFigures>& alone = sweep.cells[at.cell].comparison.alone;
    for (std::size_t client = 0; client < alone.size(); ++client) {
      if (alone[client].goal && alone[client].verdict == Verdict::missed) {
        values[client].push_back(sweep.axes[group.axis].values[at.value]);
      }
    }
  }
  std::vector<std::string> lines;
  lines.reserve(values.size());
  const std::string place = swept_place(sweep, group.ranges.front()->others, group.axis);
  for (const auto& [client, at] : values) {
    lines.push_back(fmt::format("{}{} does not keep its goal with the GPU to itself at {}: no setting can",
                                place.empty() ? "" : place + ": ",
                                short_name(sweep.cells.front().comparison.clients[client].name), listed(at)));
  }
  return lines;
}

/// Until there is an interval for everything that is not sure for want of one; 0: nothing is.
Millis horizon_for_intervals(const ClientSweep& sweep) {
  Millis horizon{0};
  for (const ClientSweepCell& cell : sweep.cells) {
    for (const ClientsResult& result : cell.comparison.results) {
      for (const ClientFigures& client : result.figures.clients) {
        if (client.goal && client.verdict == Verdict::not_sure && client.reached && !client.reached->low &&
            !client.falls_behind) {
          horizon = std::max(horizon, cell.comparison.horizon * std::max(1.01, client.reached->runs));
        }
      }
    }
  }
  return horizon;
}

}  // namespace

std::string_view axis_text(std::string_view axis) {
  return axis.starts_with(kClientsAxis) ? axis.substr(kClientsAxis.size()) : axis;
}

std::string swept_place(const ClientSweep& sweep, const std::vector<std::size_t>& values, std::size_t without) {
  std::vector<std::string> parts;
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) {
    const SweepAxis& each = sweep.axes[axis];
    if (axis != without && (axis == 0 || each.values.size() > 1)) {
      const std::string& value = each.values[values[axis]];
      parts.push_back(axis == 0 ? value : fmt::format("{} {}", axis_text(each.name), value));
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<RangeGroup> range_groups(const ClientSweep& sweep) {
  std::vector<RangeGroup> groups;
  for (const KeptRange& range : sweep.ranges) {
    if (groups.empty() || groups.back().axis != range.axis || groups.back().ranges.back()->others != range.others) {
      groups.push_back({.axis = range.axis, .ranges = {}});
    }
    groups.back().ranges.push_back(&range);
  }
  for (RangeGroup& group : groups) {
    std::stable_sort(group.ranges.begin(), group.ranges.end(), [&](const KeptRange* a, const KeptRange* b) {
      const double one = reach(sweep, *a);
      const double other = reach(sweep, *b);
      return one != other ? one > other : place_of_result(*a) < place_of_result(*b);
    });
  }
  return groups;
}

std::vector<std::string> kept_lines(const ClientSweep& sweep) {
  if (sweep.cells.size() == 1) {
    return {answer_text(sweep.cells.front().comparison)};
  }
  if (!any_goal(sweep)) {
    return {"No client has a goal: the table says what each gets."};
  }
  std::vector<std::string> lines;
  for (const RangeGroup& group : range_groups(sweep)) {
    lines.push_back(group_line(sweep, group));
  }
  return lines.empty() ? std::vector{count_line(sweep)} : lines;
}

std::vector<std::string> remarks(const ClientSweep& sweep) {
  std::vector<std::string> remarks;
  bool open = false;
  bool searched = false;
  for (const RangeGroup& group : range_groups(sweep)) {
    for (std::string& line : missed_alone(sweep, group)) {
      remarks.push_back(std::move(line));
    }
    for (const KeptRange* range : group.ranges) {
      const std::optional<KeptBound> bound = bound_of(sweep, *range);
      searched = searched || range->refined;
      open = open || (bound && bound->next && !range->refined);
    }
  }
  if (open) {
    remarks.emplace_back("between the values of the grid nothing was tried, which refine: true does");
  }
  if (searched) {
    remarks.emplace_back(
        "where a bound lies between two values of the grid it was searched for, until the value that is kept and the "
        "next one differ by 2 %");
  }
  if (const Millis horizon = horizon_for_intervals(sweep); horizon > Millis{0}) {
    remarks.push_back(fmt::format(
        "where goals are not sure because requests are too few, a horizon of about {:.0f} s would give intervals",
        std::ceil(horizon.count() / 1000)));
  }
  const bool rests_on_use = std::any_of(
      sweep.basis.assumed.begin(), sweep.basis.assumed.end(),
      [](const std::string& path) { return path.starts_with("clients.") && !path.ends_with(".registers"); });
  if (rests_on_use || !sweep.basis.ranges.empty()) {
    remarks.emplace_back(
        "goals are judged here by what is taken for what nobody measured; compare says of a point whether they hold "
        "over "
        "its ranges");
  }
  return remarks;
}

}  // namespace warpshop::report
