#include "cli/compare_clients.hpp"

#include <iostream>
#include <span>

#include <fmt/format.h>

#include "cli/print.hpp"
#include "cli/result_origin.hpp"
#include "sim/study/clients/client_policies.hpp"
#include "sim/study/clients/compared_clients.hpp"
#include "sim/study/workload_notes.hpp"

namespace warpshop::cli {

std::size_t compare_clients(const CompareOptions& options, const CompareInput& input, const Workload& workload,
                            Output& output, Notes& notes, Progress& progress) {
  std::size_t failed = 0;
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
    progress.clear();
    print(output, comparison);
    for (const FailedPolicy& policy : comparison.failed) {
      std::cerr << fmt::format("{} on {}: policy {} failed and is left out: {}\n", comparison.workload,
                               comparison.device, policy.policy, policy.reason);
      ++failed;
    }
  }
  return failed;
}

}  // namespace warpshop::cli
