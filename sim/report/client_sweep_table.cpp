#include "sim/report/client_sweep_table.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "sim/model/quantity.hpp"
#include "sim/report/basis_text.hpp"
#include "sim/report/client_sweep_text.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/shown_table.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

/// `46.12 (44.90 … 48.00)`.
std::string reached_cell(const Estimate& reached) {
  return reached.low ? fmt::format("{:.2f} ({:.2f} … {:.2f})", reached.value.count(), reached.low->count(),
                                   reached.high->count())
                     : rounded(reached.value.count(), 2);
}

/// What a client reaches, of what it is to: `46.12 (44.90 … 48.00) of 50`. In the unit of client_title().
std::string client_cell_text(const ClientFigures& client) {
  if (!client.goal) {
    return rounded(client.rate.value, 2);
  }
  if (const auto* latency = std::get_if<LatencyGoal>(&*client.goal)) {
    return fmt::format("{} of {}", client.reached ? reached_cell(*client.reached) : "too few answered",
                       quantity_text(latency->latency.count()));
  }
  if (const auto* rate = std::get_if<RateGoal>(&*client.goal)) {
    return fmt::format("{} of {}", rounded(client.rate.value, 2), quantity_text(rate->rate.value));
  }
  return fmt::format("{:.1f} of {:.1f}", 100 * client.of_alone.value_or(0),
                     100 * std::get<SpeedGoal>(*client.goal).part);
}

/// The quantile of a client's goal of latency, if it is one in all cells.
std::optional<double> common_quantile(const ClientSweep& sweep, std::size_t client) {
  std::optional<double> found;
  for (const ClientSweepCell& cell : sweep.cells) {
    const auto& goal = cell.comparison.clients[client].goal;
    const auto* latency = goal ? std::get_if<LatencyGoal>(&*goal) : nullptr;
    if (latency == nullptr || (found && *found != latency->quantile)) {
      return std::nullopt;
    }
    found = latency->quantile;
  }
  return found;
}

/// `chat 99 % ms`, `vision /s`, `batch % of alone`.
std::string client_title(const ClientSweep& sweep, std::size_t client) {
  const Client& first = sweep.cells.front().comparison.clients[client];
  const std::string called = short_name(first.name);
  if (first.goal && std::holds_alternative<LatencyGoal>(*first.goal)) {
    const std::optional<double> quantile = common_quantile(sweep, client);
    return fmt::format("{} {} ms", called,
                       quantile ? quantity_text(100 * *quantile) + " %" : std::string("quantile of the goal"));
  }
  return called + (first.goal && std::holds_alternative<SpeedGoal>(*first.goal) ? " % of alone" : " /s");
}

/// `kept`, `missed (1 of 2 kept)`.
std::string goals_cell(const ClientsFigures& figures) {
  const std::string verdict(name(verdict_of_all(figures)));
  return figures.goals > 1 && figures.goals_kept < figures.goals
             ? fmt::format("{} ({} of {} kept)", verdict, figures.goals_kept, figures.goals)
             : verdict;
}

std::size_t all_rows(const ClientSweep& sweep) {
  std::size_t rows = 0;
  for (const ClientSweepCell& cell : sweep.cells) {
    rows += cell.comparison.results.size();
  }
  return rows;
}

/// Values of axes that have one alone: `, launch_latency 5 us`.
std::string fixed_values(const ClientSweep& sweep) {
  std::string text;
  for (const SweepAxis& axis : sweep.axes) {
    if (axis.values.size() == 1) {
      text += fmt::format(", {} {}", axis_text(axis.name), axis.values.front());
    }
  }
  return text;
}

}  // namespace

TextTable client_sweep_table(const ClientSweep& sweep) {
  TextTable table;
  table.stars = true;
  std::vector<std::size_t> shown_axes;
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) {
    if (sweep.axes[axis].values.size() > 1) {
      shown_axes.push_back(axis);
      table.column(std::string(axis_text(sweep.axes[axis].name)), Align::left);
    }
  }
  const std::vector<Client>& clients = sweep.cells.front().comparison.clients;
  const bool any_goals =
      std::any_of(clients.begin(), clients.end(), [](const Client& client) { return client.goal.has_value(); });
  table.column("policy", Align::left);
  if (any_goals) {
    table.column("goals", Align::left);
  }
  for (std::size_t client = 0; client < clients.size(); ++client) {
    table.column(client_title(sweep, client), Align::right, {.wraps = true});
  }
  const std::size_t rows = all_rows(sweep);
  for (const ClientSweepCell& cell : sweep.cells) {
    for (const ClientsResult& result : cell.comparison.results) {
      if (table.rows() >= shown_rows(rows)) {
        ++table.left_out;
        continue;
      }
      const bool first = &result == &cell.comparison.results.front();
      std::vector<std::string> cells;
      cells.reserve(table.columns.size());
      for (const std::size_t axis : shown_axes) {
        cells.push_back(first ? sweep.axes[axis].values[cell.values[axis]] : "");
      }
      cells.push_back(result.policy);
      if (any_goals) {
        cells.push_back(goals_cell(result.figures));
      }
      for (const ClientFigures& client : result.figures.clients) {
        cells.push_back(client_cell_text(client));
      }
      table.row(std::move(cells), first);
    }
  }
  return table;
}

std::string client_sweep_title(const ClientSweep& sweep) {
  const ClientComparison& first = sweep.cells.front().comparison;
  return fmt::format("{}: {}, {}{}, until {}{}", sweep.name, first.workload, number_of(sweep.cells.size(), "cell"),
                     fixed_values(sweep), quantity_text(first.horizon.count(), unit_of(first.horizon)),
                     first.warm_up > Millis{0}
                         ? fmt::format(", of which the first {} do not count",
                                       quantity_text(first.warm_up.count(), unit_of(first.warm_up)))
                         : "");
}

void print(std::ostream& out, const format::Table& style, const ClientSweep& sweep) {
  out << (style.first ? "" : "\n") << wrapped_lines(client_sweep_title(sweep), style.width, 2);
  for (const std::string& line : kept_lines(sweep)) {
    out << wrapped_lines(line, style.width, 2);
  }
  out << '\n' << client_sweep_table(sweep).text(style);
  for (const std::string& remark : remarks(sweep)) {
    out << wrapped_lines(remark + '.', style.width, 2);
  }
  out << wrapped_lines(basis_lines(sweep.basis), style.width, 2);
}

}  // namespace warpshop::report
