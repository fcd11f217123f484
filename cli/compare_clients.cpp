#include "cli/compare_clients.hpp"

#include <algorithm>
#include <iostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/print.hpp"
#include "cli/result_origin.hpp"
#include "sim/model/error.hpp"
#include "sim/report/client_side_by_side.hpp"
#include "sim/report/dealt_clients_table.hpp"
#include "sim/report/html/client_chapter.hpp"
#include "sim/study/clients/client_policies.hpp"
#include "sim/study/clients/compared_clients.hpp"
#include "sim/study/clients/dealt_clients.hpp"
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

/// Everything that is the same for all devices and workloads.
struct Command {
  const CompareOptions& options;
  Output& output;
  Notes& notes;
  Progress& progress;
};

/// The clients that share one device, printed. named: the device as outputs call it.
ClientComparison compare_on(const Command& command, const Workload& workload, const std::string& named,
                            const Device& device, const std::vector<std::string>& set) {
  const auto& [options, output, notes, progress] = command;
  const std::span devices(&device, 1);
  const study::PolicyChoice choice = study::choose_client_policies(options.policies, workload, devices);
  study::Problem problem = study::make_problem(workload, devices);
  problem.basis.set = set;
  study::prepare_sharing(problem, devices);
  notes.show(problem.notes);
  notes.show(study::left_out_notes(workload.name, choice.left_out));
  if (options.policies == std::vector<std::string>{study::kDefaultPolicies}) {
    notes.show(study::unshared_notes(workload, devices));
  }
  ClientComparison comparison = study::compare_clients(
      problem, choice.chosen,
      {.device = named, .options = options.planning.options_for(workload), .jobs = options.planning.jobs},
      [&](const std::string& text) { command.progress.show(text); },
      [&](const std::string& text) { command.notes.show(std::vector<Note>{{.where = workload.name, .text = text}}); });
  comparison.skipped = choice.left_out;
  comparison.origin = origin_of(workload.file, options.planning.order);
  add_windows(output, problem, comparison, progress);
  progress.clear();
  print(output, comparison);
  if (output.report().asked()) {
    output.report().add(report::html::chapter(comparison));
  }
  for (const FailedPolicy& policy : comparison.failed) {
    std::cerr << fmt::format("{} on {}: policy {} failed and is left out: {}\n", comparison.workload, comparison.device,
                             policy.policy, policy.reason);
  }
  return comparison;
}

/// Throws InputError: alone on a GPU the client does not keep its goal for sure, so that no number of GPUs helps.
void refuse_unkept(const Client& client, const Workload& workload, Verdict alone) {
  if (alone == Verdict::missed) {
    throw InputError(
        workload.file, client.mark,
        fmt::format("client '{}' does not keep its goal with a GPU to itself, which all its requests go to, "
                    "expected another goal, or several clients with a part of the requests each",
                    client.name));
  }
  if (alone == Verdict::not_sure) {
    throw InputError(workload.file, client.mark,
                     fmt::format("client '{}' is not sure to keep its goal even with a GPU to itself, expected another "
                                 "goal, or a longer horizon: `compare` on one GPU says which",
                                 client.name));
  }
}

/// Of as many GPUs as there are, the fewest that keep every goal, one after the other.
std::vector<ClientComparison> compare_on_fewest(const Command& command, const Workload& workload,
                                                const study::SetDevices& devices) {
  const CompareOptions& options = command.options;
  const Device& device = devices.devices.front();
  const Mark place = workload.clients.all.front().mark;
  if (std::any_of(devices.devices.begin(), devices.devices.end(),
                  [&](const Device& each) { return each.name != device.name; })) {
    throw InputError(workload.file, place, "clients are dealt to GPUs that are alike, expected --device NAME:4");
  }
  const study::PolicyChoice choice = study::choose_client_policies(options.policies, workload, std::span(&device, 1));
  for (const study::NamedPolicy& policy : choice.chosen) {
    if (policy.settings.all().size() > 1) {
      throw InputError(workload.file, place,
                       "policy " + policy.name() +
                           " has numbers of clients that share a GPU, which are not known yet, " +
                           "expected it without");
    }
  }
  const study::DealtClients how{.options = options.planning.options_for(workload),
                                .jobs = options.planning.jobs,
                                .progress = [&](const auto& text) { command.progress.show(text); }};
  for (std::size_t client = 0; client < workload.clients.all.size(); ++client) {
    refuse_unkept(workload.clients.all[client], workload,
                  study::verdict_alone(workload, client, device, choice.chosen.front(), how));
  }
  const auto groups = study::deal_clients(workload, devices.devices, choice.chosen, how);
  command.progress.clear();
  if (!groups) {
    throw InputError(workload.file, place,
                     fmt::format("no deal to {} of {} keeps every goal for sure, expected more GPUs, other goals, or, "
                                 "where intervals are wide, a longer horizon",
                                 devices.devices.size(), device.name));
  }
  std::vector<ClientComparison> compared;
  for (std::size_t gpu = 0; gpu < groups->size(); ++gpu) {
    compared.push_back(compare_on(command, study::with_clients(workload, (*groups)[gpu]),
                                  fmt::format("{}#{}", device.name, gpu + 1), device, devices.set));
  }
  if (options.output.format == format::Table::kName) {
    command.output.stream() << '\n'
                            << report::dealt_clients_table(compared, device.name, devices.devices.size(),
                                                           command.output.style());
  }
  return compared;
}

}  // namespace

std::size_t compare_clients(const CompareOptions& options, const CompareInput& input, const Workload& workload,
                            Output& output, Notes& notes, Progress& progress) {
  const Command command{options, output, notes, progress};
  std::vector<Device> every_device;
  for (const study::SetDevices& each : input.devices) {
    every_device.insert(every_device.end(), each.devices.begin(), each.devices.end());
  }
  notes.show(study::kernel_time_notes(workload, every_device, options.planning.what_if.compute));
  notes.show(study::late_arrival_notes(workload));
  std::size_t failed = 0;
  std::vector<ClientComparison> compared;
  for (const study::SetDevices& device : input.devices) {
    if (device.devices.size() > 1) {
      for (const ClientComparison& on_gpu : compare_on_fewest(command, workload, device)) {
        failed += on_gpu.failed.size();
      }
      continue;
    }
    compared.push_back(compare_on(command, workload, device.name, device.devices.front(), device.set));
    failed += compared.back().failed.size();
  }
  if (compared.size() > 1 && options.output.format == format::Table::kName) {
    output.stream() << '\n' << report::clients_side_by_side(compared, output.style());
  }
  return failed;
}

}  // namespace warpshop::cli
