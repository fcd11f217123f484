#include "cli/planning.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <variant>

#include "sim/files/device_store.hpp"
#include "sim/model/client.hpp"
#include "sim/model/error.hpp"
#include "sim/report/recorded_text.hpp"

namespace warpshop::cli {

study::SetDevices find_set_devices(const std::string& spec, const std::vector<std::string>& set) {
  std::vector<ProfileSetting> settings = parse_settings(set);
  files::DeviceList list = files::find_devices(spec, settings);
  study::SetDevices devices{.name = std::move(list.name), .devices = std::move(list.devices), .set = set};
  for (std::size_t i = 0; i < settings.size(); ++i) {
    std::vector<ProfileSetting> others = settings;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    try {
      devices.without.push_back(files::find_devices(spec, others).devices);
    } catch (const InputError&) {
      devices.without.emplace_back();
    }
  }
  devices.settings = std::move(settings);
  return devices;
}

std::vector<Note> recorded_notes(const study::Problem& problem) {
  if (!problem.recorded || problem.recorded->is_close()) {
    return {};
  }
  std::string text = report::recorded_text(problem.recorded);
  text.erase(text.size() - std::string_view(".\n").size());
  return {{.where = problem.workload, .text = std::move(text)}};
}

void refuse_for_clients(bool given, const std::string& option, const Workload& workload) {
  if (given) {
    throw InputError(workload.file, workload.clients.all.front().mark,
                     option + " is of a batch of tasks, and this workload has clients, expected it without");
  }
}

void admit(Workload& workload, bool admits) {
  if (admits && workload.clients.none()) {
    throw InputError(workload.file, {}, "--admit is of clients, and this workload has tasks, expected it without");
  }
  const auto& clients = workload.clients.all;
  const bool has_goal = std::any_of(clients.begin(), clients.end(), [](const Client& client) {
    return client.goal && std::holds_alternative<LatencyGoal>(*client.goal);
  });
  if (admits && !has_goal) {
    throw InputError(workload.file, clients.front().mark,
                     "--admit refuses requests that would be too late for a goal, expected a client with a goal of a "
                     "latency");
  }
  workload.clients.admits = admits;
}

void refuse_batch_options(const study::PlanningOptions& options, const Workload& workload) {
  const PlanOptions& order = options.order;
  refuse_for_clients(options.what_if != WhatIf{}, "a change by --memory, --compute, --host-time or --copies", workload);
  refuse_for_clients(options.objective_said, "--objective " + std::string(name(order.objective)), workload);
  refuse_for_clients(order.budget.evaluations || order.budget.time, "--budget", workload);
  refuse_for_clients(!options.pairs.empty(), "--pair", workload);
  refuse_for_clients(options.timing, "--timing", workload);
}

}  // namespace warpshop::cli
