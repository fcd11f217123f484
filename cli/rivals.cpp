#include "cli/rivals.hpp"

#include <filesystem>
#include <utility>

#include "sim/model/device_error.hpp"

namespace warpshop::cli {
namespace {

constexpr const char* kSingleQueue = "single-queue";
constexpr const char* kMps = "mps";
/// Of one GPU, by NVIDIA's documentation of MPS for Volta and later.
constexpr std::size_t kMostMpsClients = 48;

/// This program, as a client that runs all tasks or one.
dispatch::ClientCommand client(const ClientStart& start, std::optional<std::size_t> task) {
  dispatch::ClientCommand client{
      .name = task ? "of task " + start.task_names.at(*task) : "of all tasks",
      .command = {std::filesystem::read_symlink("/proc/self/exe"), "client", std::filesystem::absolute(start.workload),
                  "--device", start.device, "--backend", start.hardware.backend, "--gpu",
                  std::to_string(start.hardware.gpu)}};
  for (const std::string& setting : start.set) {
    client.command.insert(client.command.end(), {"--set", setting});
  }
  if (task) {
    client.command.insert(client.command.end(), {"--task", std::to_string(*task)});
  }
  return client;
}

}  // namespace

const std::vector<std::string>& rival_names() {
  static const std::vector<std::string> names{kSingleQueue, kMps};
  return names;
}

RunningRival::RunningRival(std::string name, const ClientStart& start) : name_(std::move(name)) {
  if (name_ == kSingleQueue) {
    start_single_queue(start);
  } else if (start.hardware.backend == "host") {
    problem_ = "each process would play a device of its own, and share nothing";
  } else if (start.precedence) {
    problem_ = "a process cannot wait for the task of another, as `after` asks";
  } else if (start.task_names.size() > kMostMpsClients) {
    problem_ = "MPS takes at most " + std::to_string(kMostMpsClients) + " clients, a task each";
  } else {
    start_mps(start);
  }
}

void RunningRival::start_single_queue(const ClientStart& start) {
  dispatch::ClientCommand command = client(start, {});
  command.environment = {{"CUDA_DEVICE_MAX_CONNECTIONS", "1"}};
  start_clients({command});
}

void RunningRival::start_clients(const std::vector<dispatch::ClientCommand>& commands) {
  try {
    clients_ = std::make_unique<dispatch::ClientProcesses>(commands);
  } catch (const DeviceError& error) {
    give_up(error.what());
  }
}

void RunningRival::give_up(const std::string& problem) {
  problem_ = problem;
  clients_.reset();
  mps_.reset();
}

void RunningRival::start_mps(const ClientStart& start) {
  try {
    mps_.emplace();
  } catch (const DeviceError& error) {
    problem_ = error.what();
    return;
  }
  std::vector<dispatch::ClientCommand> commands;
  for (std::size_t task = 0; task < start.task_names.size(); ++task) {
    commands.push_back(client(start, task));
    commands.back().environment = mps_->environment();
    commands.back().environment["CUDA_DEVICE_MAX_CONNECTIONS"] = {};  // many of them cost clients of MPS
  }
  start_clients(commands);
  if (clients_ && !mps_->has_clients()) {
    give_up("no process became a client of MPS");
  }
}

dispatch::Contestant RunningRival::contestant() {
  return [this](dispatch::Check check) {
    dispatch::Repetition repetition;
    try {
      if (clients_ && check == dispatch::Check::yes) {
        clients_->check();
      }
      if (clients_) {
        repetition.timeline.makespan = clients_->run_once();
      }
    } catch (const DeviceError& error) {
      give_up(error.what());
    }
    return repetition;
  };
}

}  // namespace warpshop::cli
