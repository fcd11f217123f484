#include "sim/report/dealt_clients_table.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "sim/model/client_sweep.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/text_table.hpp"

namespace warpshop::report {
namespace {

const ClientsResult& best(const ClientComparison& comparison) {
  return comparison.results.front();
}

/// ` under leftover` where no GPU was tried with anything else.
std::string tried_alone(std::span<const ClientComparison> comparisons) {
  const std::string& policy = best(comparisons.front()).policy;
  const bool alone = std::all_of(comparisons.begin(), comparisons.end(), [&](const ClientComparison& each) {
    return each.results.size() == 1 && best(each).policy == policy;
  });
  return alone ? " under " + policy : "";
}

/// Searched on requests of clients that are alike, a GPU may turn out to be less sure on its own ones.
std::string answer(std::span<const ClientComparison> comparisons, const std::string& profile, std::size_t available) {
  const std::size_t gpus = comparisons.size();
  std::string text = fmt::format("{} of {} {} {} every goal{}", gpus, available, profile, gpus == 1 ? "keeps" : "keep",
                                 tried_alone(comparisons));
  const auto sure = std::count_if(comparisons.begin(), comparisons.end(), [](const ClientComparison& each) {
    return verdict_of_all(best(each).figures) == Verdict::kept;
  });
  if (static_cast<std::size_t>(sure) < gpus) {
    return text + fmt::format(", of which {} {} not sure to", gpus - static_cast<std::size_t>(sure),
                              gpus - static_cast<std::size_t>(sure) == 1 ? "is" : "are");
  }
  return text + (gpus > 1 ? "; none of the deals to fewer does" : "");
}

}  // namespace

std::string dealt_clients_table(std::span<const ClientComparison> comparisons, const std::string& profile,
                                std::size_t available, const format::Table& style) {
  TextTable table;
  table.column("gpu", Align::left);
  table.column("policy", Align::left);
  table.column("client", Align::left, {.names = true});
  table.column("answers /s");
  table.column("% of alone");
  table.column("p99 ms");
  table.column("goal", Align::left);
  for (const ClientComparison& comparison : comparisons) {
    for (const ClientFigures& client : best(comparison).figures.clients) {
      const bool first = &client == &best(comparison).figures.clients.front();
      table.row({first ? comparison.device : "", first ? best(comparison).policy : "", client.name,
                 rounded(client.rate.value, 2), client.of_alone ? rounded(100 * *client.of_alone, 1) : "",
                 client.latency && client.latency->p99 ? rounded(client.latency->p99->value.count(), 2) : "",
                 client.goal ? std::string(name(client.verdict)) : ""});
    }
  }
  return fmt::format("{}: {}.\n", comparisons.front().workload, answer(comparisons, profile, available)) +
         table.text({.colour = style.colour});
}

}  // namespace warpshop::report
