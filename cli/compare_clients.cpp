#include "cli/compare_clients.hpp"

#include <algorithm>
#include <iostream>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/print.hpp"
#include "cli/result_origin.hpp"
#include "sim/report/client_side_by_side.hpp"
#include "sim/report/html/client_chapter.hpp"
#include "sim/study/clients/client_policies.hpp"
#include "sim/study/clients/compared_clients.hpp"
#include "sim/study/clients/shown_window.hpp"
#include "sim/study/workload_notes.hpp"

namespace warpshop::cli {

namespace {

/// What happens in a stretch of time, under the best ways of sharing; for a report alone.
void add_windows(const Output& output, const study::Problem& problem, ClientComparison& comparison,
                 Progress& progress) {
  constexpr std::size_t kMostDrawnWays = 2;
  if (!output.report().asked()) {
    return;
  }
  const TimeWindow time = study::usual_window(comparison);
  for (std::size_t i = 0; i < std::min(kMostDrawnWays, comparison.results.size()); ++i) {
    ClientsResult& result = comparison.results[i];
    progress.show(comparison.workload + ": a stretch of time under " + result.policy);
    result.window = study::shown_window(problem, comparison, result, time);
  }
}

}  // namespace

std::size_t compare_clients(const CompareOptions& options, const CompareInput& input, const Workload& workload,
                            Output& output, Notes& notes, Progress& progress) {
  std::size_t failed = 0;
  std::vector<ClientComparison> compared;
  for (const study::SetDevices& device : input.devices) {
    const study::PolicyChoice choice = study::choose_client_policies(options.policies, workload, device.devices);
    study::Problem problem = study::make_problem(workload, device.devices);
    problem.basis.set = device.set;
    study::prepare_sharing(problem, device.devices);
    notes.show(problem.notes);
    notes.show(study::left_out_notes(workload.name, choice.left_out));
    ClientComparison comparison = study::compare_clients(
        problem, choice.chosen,
        {.device = device.name, .options = options.planning.options_for(workload), .jobs = options.planning.jobs},
        [&](const std::string& text) { progress.show(text); },
        [&](const std::string& text) { notes.show(std::vector<Note>{{.where = workload.name, .text = text}}); });
    comparison.skipped = choice.left_out;
    comparison.origin = origin_of(workload.file, options.planning.order);
    add_windows(output, problem, comparison, progress);
    progress.clear();
    print(output, comparison);
    if (output.report().asked()) {
      output.report().add(report::html::chapter(comparison));
    }
    for (const FailedPolicy& policy : comparison.failed) {
      std::cerr << fmt::format("{} on {}: policy {} failed and is left out: {}\n", comparison.workload,
                               comparison.device, policy.policy, policy.reason);
      ++failed;
    }
    compared.push_back(std::move(comparison));
  }
  if (compared.size() > 1 && options.output.format == format::Table::kName) {
    output.stream() << '\n' << report::clients_side_by_side(compared, output.style());
  }
  return failed;
}

}  // namespace warpshop::cli
