#include "sim/report/client_table.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "sim/model/quantity.hpp"
#include "sim/report/basis_text.hpp"
#include "sim/report/client_answer.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

std::string cell(const std::optional<Millis>& time) {
  return time ? rounded(time->count(), 2) : "";
}

/// `41.20 (40.10 … 42.30)`.
std::string cell(const std::optional<Estimate>& estimate) {
  if (!estimate) {
    return "";
  }
  return estimate->low ? fmt::format("{:.2f} ({:.2f} … {:.2f})", estimate->value.count(), estimate->low->count(),
                                     estimate->high->count())
                       : rounded(estimate->value.count(), 2);
}

/// `kept: 95 % within 50 ms: 41.20 (40.10 … 42.30)`: 99 % have a column of their own. `not sure, kept as assumed: …`
std::string goal_cell(const ClientFigures& client) {
  const auto* latency = std::get_if<LatencyGoal>(&*client.goal);
  const std::string as_assumed =
      client.turns() ? fmt::format(", {} as assumed", name(*client.over_assumed->as_assumed)) : "";
  const std::string text = fmt::format("{}{}: {}", name(client.verdict), as_assumed, goal_text(*client.goal));
  return latency != nullptr && latency->quantile != 0.99 && client.reached ? text + ": " + cell(client.reached) : text;
}

void add(TextTable& table, const std::string& policy, const ClientFigures& client, bool marks) {
  const std::optional<LatencyFigures>& latency = client.latency;
  table.row({policy, client.name, rounded(client.rate.value, 2),
             client.of_alone ? fmt::format("{:.1f}", 100 * *client.of_alone) : "",
             cell(latency ? std::optional(latency->mean) : std::nullopt), cell(latency ? latency->p50 : std::nullopt),
             cell(latency ? latency->p95 : std::nullopt), cell(latency ? latency->p99 : std::nullopt),
             client.unfinished > 0 ? std::to_string(client.unfinished) : "",
             client.refused ? std::to_string(*client.refused) : "", client.goal ? goal_cell(client) : ""},
            marks);
}

bool any_unfinished(const ClientComparison& comparison) {
  return std::any_of(comparison.results.begin(), comparison.results.end(),
                     [](const ClientsResult& result) { return result.figures.overloaded; });
}

bool any_refused(const ClientComparison& comparison) {
  return !comparison.results.empty() && comparison.results.front().figures.clients.front().refused.has_value();
}

}  // namespace

TextTable client_table(const ClientComparison& comparison) {
  TextTable table;
  table.stars = true;
  table.column("policy", Align::left);
  table.column("client", Align::left, {.names = true});
  table.column("answers /s");
  table.column("% of alone");
  table.column("mean ms", Align::right, {.drop = 2});
  table.column("p50 ms", Align::right, {.drop = 3});
  table.column("p95 ms", Align::right, {.drop = 1});
  table.column("p99 ms");
  table.column("unfinished");
  table.column("refused");
  table.column("goal", Align::left, {.wraps = true});
  for (const ClientsResult& result : comparison.results) {
    const bool first = &result == &comparison.results.front();
    for (const ClientFigures& client : result.figures.clients) {
      add(table, &client == &result.figures.clients.front() ? result.policy : "", client, first);
    }
  }
  std::erase_if(table.columns, [&](const TextTable::Column& column) {
    return (column.title == "unfinished" && !any_unfinished(comparison)) ||
           (column.title == "refused" && !any_refused(comparison));
  });
  return table;
}

void print(std::ostream& out, const format::Table& style, const ClientComparison& comparison) {
  out << fmt::format("{}{} on {}: {} until {}{}\n", style.first ? "" : "\n", comparison.workload, comparison.device,
                     number_of(comparison.clients.size(), "client"),
                     quantity_text(comparison.horizon.count(), unit_of(comparison.horizon)),
                     comparison.warm_up > Millis{0}
                         ? fmt::format(", of which the first {} do not count",
                                       quantity_text(comparison.warm_up.count(), unit_of(comparison.warm_up)))
                         : "");
  out << wrapped_lines(answer_text(comparison) + '\n' + to_do_text(comparison) + '\n', style.width, 2) << '\n'
      << client_table(comparison).text(style);
  for (const std::string& remark : remarks(comparison)) {
    out << wrapped_lines(remark + ".\n", style.width, 2);
  }
  out << wrapped_lines(basis_lines(comparison.basis), style.width, 2);
}

}  // namespace warpshop::report
