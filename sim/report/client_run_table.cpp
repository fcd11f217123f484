#include "sim/report/client_run_table.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/model/quantity.hpp"
#include "sim/report/basis_text.hpp"
#include "sim/report/client_table.hpp"
#include "sim/report/results_text.hpp"
#include "sim/report/wrap.hpp"

namespace warpshop::report {
namespace {

/// Clients whose requests took far longer, or shorter, than was predicted. Empty: none did.
std::string differences(const ClientRunResult& run) {
  constexpr double kFar = 1.25;
  std::vector<std::string> far;
  const std::vector<ClientFigures>& predicted = run.result().figures.clients;
  for (std::size_t client = 0; client < predicted.size(); ++client) {
    const auto& expected = predicted[client].latency;
    const auto& measured = run.measured.clients[client].latency;
    const double ratio = expected && measured && expected->mean > Millis{0} ? measured->mean / expected->mean : 1;
    if (ratio > kFar || ratio < 1 / kFar) {
      far.push_back(fmt::format("{} {:.2f}", predicted[client].name, ratio));
    }
  }
  return far.empty() ? ""
                     : fmt::format(
                           "Mean latency measured / predicted: {}. What the profile does not know makes the "
                           "difference: the host between stages, other programs, other clocks.\n",
                           fmt::join(far, ", "));
}

}  // namespace

void print(std::ostream& out, const format::Table& style, const ClientRunResult& run) {
  const ClientComparison& predicted = run.predicted;
  const auto time = [](Millis of) {
    const double rounded = std::stod(fmt::format("{:.6g}", of.count()));
    return quantity_text(rounded, unit_of(of));
  };
  out << wrapped_lines(
      fmt::format("{} on {} ({}, {}), policy {}: requests until {}{}", predicted.workload, predicted.device,
                  run.backend, run.chip, run.result().policy, time(predicted.horizon),
                  predicted.warm_up > Millis{0}
                      ? fmt::format(", of which the first {} do not count", time(predicted.warm_up))
                      : ""),
      style.width, 2);
  out << results_text(run.checked, run.wrong, predicted.task_names) << "\n\n";
  ClientComparison both = predicted;
  both.results = {run.result(), run.result()};
  both.results.front().policy = "predicted";
  both.results.back().policy = "measured";
  both.results.back().figures = run.measured;
  TextTable table = client_table(both);
  table.columns.front().title = "";
  table.marked.assign(table.marked.size(), false);
  table.stars = false;
  out << table.text(style);
  if (run.result().figures.overloaded || run.measured.overloaded) {
    out << wrapped_lines("more requests come than are answered: how long they take grows with the horizon.",
                         style.width, 2);
  }
  out << wrapped_lines(differences(run), style.width, 2) << wrapped_lines(basis_lines(predicted.basis), style.width, 2);
}

}  // namespace warpshop::report
