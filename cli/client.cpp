#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/hardware.hpp"
#include "dispatch/clients/serve_client.hpp"
#include "dispatch/plan/realise.hpp"
#include "sim/model/error.hpp"
#include "sim/model/fields.hpp"

namespace warpshop::cli {
namespace {

struct ClientOptions {
  std::string workload;
  ProfileOptions profile;
  std::optional<std::size_t> task;
  HardwareOptions hardware;
};

/// The workload with the task at that position alone, repeats expanded.
Workload only(Workload workload, std::size_t position) {
  const std::string name = task_names(workload).at(position);
  for (Task& task : workload.tasks) {
    if (position < task.count) {
      task.name = name;
      task.release = release_of(task, static_cast<std::uint32_t>(position));
      task.count = 1;
      task.after.clear();
      workload.tasks = {std::move(task)};
      return workload;
    }
    position -= task.count;
  }
  throw InputError("--task: no such task");
}

void run(const ClientOptions& options) {
  std::vector<Note> told_by_validate;
  Workload workload = read_to_run(options.workload, options.profile, told_by_validate);
  refuse_clients(workload, "client");
  const gpu::Device device = open_device(options.hardware);
  const ChosenProfile profile = choose_profile(options.profile, options.hardware, device);
  workload = dispatch::realise(std::move(workload), profile.device);
  if (options.task) {
    workload = only(std::move(workload), *options.task);
  }
  Plan plan{.submission = Submission::streams};
  for (std::uint32_t task = 0; task < workload.size(); ++task) {
    plan.order.push_back(task);
  }
  dispatch::Runner runner(device, workload, dispatch::Check::yes);
  dispatch::serve_client(std::cin, std::cout, runner, plan);
}

}  // namespace

void add_client(CLI::App& app) {
  auto options = std::make_shared<ClientOptions>();
  CLI::App* command = app.add_subcommand("client", "a process that `validate` starts: runs tasks when told to");
  command->group("");  // not for people
  command->add_option("WORKLOAD", options->workload)->required();
  command->add_option("--task", options->task);
  add_profile_options(*command, options->profile);
  add_hardware_options(*command, options->hardware);
  command->callback([options] { run(*options); });
}

}  // namespace warpshop::cli
