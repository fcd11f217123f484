#include "sim/report/client_side_by_side.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/report/decimals.hpp"
#include "sim/report/side_by_side.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {
namespace {

/// `mps` of `mps:45/100`.
std::string_view without_numbers(std::string_view policy) {
  return policy.substr(0, policy.find_first_of(":("));
}

const ClientsResult* named(const ClientComparison& comparison, std::string_view policy) {
  const auto found = std::find_if(comparison.results.begin(), comparison.results.end(),
                                  [&](const ClientsResult& result) { return result.policy == policy; });
  return found == comparison.results.end() ? nullptr : &*found;
}

/// The one of that name, whatever its numbers; nullptr: there is none, or several.
const ClientsResult* only_one(const ClientComparison& comparison, std::string_view policy) {
  const auto is_it = [&](const ClientsResult& result) { return without_numbers(result.policy) == policy; };
  const auto found = std::find_if(comparison.results.begin(), comparison.results.end(), is_it);
  return found == comparison.results.end() || std::any_of(found + 1, comparison.results.end(), is_it) ? nullptr
                                                                                                      : &*found;
}

/// The same way of sharing on every device, nullptr where there is none there; and what it is called.
struct SideRow {
  std::string name;
  std::vector<const ClientsResult*> on;
};

SideRow side_row(std::span<const ClientComparison> comparisons, const ClientsResult& first) {
  SideRow row{.name = first.policy, .on = {}};
  for (const ClientComparison& comparison : comparisons) {
    row.on.push_back(named(comparison, first.policy));
  }
  if (std::find(row.on.begin(), row.on.end(), nullptr) == row.on.end()) {
    return row;
  }
  SideRow loose{.name = std::string(without_numbers(first.policy)), .on = {}};
  for (const ClientComparison& comparison : comparisons) {
    loose.on.push_back(only_one(comparison, loose.name));
  }
  return std::find(loose.on.begin(), loose.on.end(), nullptr) == loose.on.end() ? loose : row;
}

void add_cells(std::vector<std::string>& cells, const ClientFigures& client) {
  cells.push_back(rounded(client.rate.value, 2));
  cells.push_back(client.latency && client.latency->p99 ? rounded(client.latency->p99->value.count(), 2) : "");
  cells.emplace_back(client.goal ? name(client.verdict) : "");
}

}  // namespace

std::string clients_side_by_side(std::span<const ClientComparison> comparisons, const format::Table& style) {
  const ClientComparison& first = comparisons.front();
  TextTable table;
  table.column("policy", Align::left);
  table.column("client", Align::left, {.names = true});
  for (const ClientComparison& comparison : comparisons) {
    const std::string device = device_label(comparison, comparisons);
    table.column(device + " /s");
    table.column("p99 ms");
    table.column("goal", Align::left);
  }
  for (const ClientsResult& result : first.results) {
    const SideRow row = side_row(comparisons, result);
    for (std::size_t client = 0; client < first.clients.size(); ++client) {
      std::vector<std::string> cells{client == 0 ? row.name : "", first.clients[client].name};
      for (const ClientsResult* on : row.on) {
        if (on == nullptr) {
          cells.insert(cells.end(), 3, "");
        } else {
          add_cells(cells, on->figures.clients[client]);
        }
      }
      table.row(std::move(cells), &result == &first.results.front());
    }
  }
  return fmt::format("{}: side by side\n", first.workload) + table.text({.colour = style.colour});
}

}  // namespace warpshop::report
