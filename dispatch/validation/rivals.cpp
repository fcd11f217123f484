#include "dispatch/validation/rivals.hpp"

#include <utility>

#include <fmt/format.h>

#include "sim/model/error.hpp"

namespace warpshop::dispatch {
namespace {

constexpr const char* kSingleQueue = "single-queue";
constexpr const char* kMps = "mps";
constexpr const char* kMpsLimits = "mps-limits";
constexpr const char* kTimeSlices = "time-slices";
/// A folder that there cannot be: CUDA that finds no MPS daemon goes on without, whatever there is by default.
constexpr const char* kNoFolder = "/dev/null/no-mps";
/// Of one GPU, by NVIDIA's documentation of MPS for Volta and later.
constexpr std::size_t kMostMpsClients = 48;
/// Hardware queues of a client. All clients of a server share some 120, says that documentation, and one for which not
/// enough are left cannot open the GPU: with the 32 that the CUDA backend asks for elsewhere the fourth cannot. 2 are
/// what MPS gives who does not ask.
constexpr const char* kMpsConnections = "2";

}  // namespace

const std::vector<std::string>& rival_names() {
  static const std::vector<std::string> names{kSingleQueue, kMps, kMpsLimits, kTimeSlices};
  return names;
}

RunningRival::RunningRival(std::string name, const RivalStart& start) : name_(std::move(name)) {
  if (name_ == kSingleQueue) {
    ClientCommand command = start.process({});
    command.environment = {{"CUDA_DEVICE_MAX_CONNECTIONS", "1"}};
    start_clients({command});
  } else if (start.own_devices) {
    problem_ = "each process would play a device of its own, and share nothing";
  } else if (start.precedence) {
    problem_ = "a process cannot wait for the task of another, as `after` asks";
  } else if (name_ == kTimeSlices) {
    start_time_slices(start);
  } else if (name_ == kMpsLimits && start.mps_limits.empty()) {
    problem_ = start.no_limits;
  } else if (start.tasks > kMostMpsClients) {
    problem_ = "MPS takes at most " + std::to_string(kMostMpsClients) + " clients, a task each";
  } else {
    start_mps(start, name_ == kMpsLimits);
  }
}

void RunningRival::start_clients(const std::vector<ClientCommand>& commands) {
  try {
    clients_ = std::make_unique<ClientProcesses>(commands);
  } catch (const DeviceError& error) {
    give_up(error.what());
  }
}

void RunningRival::give_up(const std::string& problem) {
  problem_ = problem;
  clients_.reset();
  mps_.reset();
}

void RunningRival::start_time_slices(const RivalStart& start) {
  std::vector<ClientCommand> commands;
  for (std::size_t task = 0; task < start.tasks; ++task) {
    commands.push_back(start.process(task));
    commands.back().environment = {{"CUDA_MPS_PIPE_DIRECTORY", kNoFolder}};
  }
  start_clients(commands);
}

void RunningRival::start_mps(const RivalStart& start, bool limited) {
  try {
    mps_.emplace();
  } catch (const DeviceError& error) {
    problem_ = error.what();
    return;
  }
  std::vector<ClientCommand> commands;
  for (std::size_t task = 0; task < start.tasks; ++task) {
    commands.push_back(start.process(task));
    commands.back().environment = mps_->environment();
    commands.back().environment["CUDA_DEVICE_MAX_CONNECTIONS"] = kMpsConnections;
    if (limited) {
      commands.back().environment["CUDA_MPS_ACTIVE_THREAD_PERCENTAGE"] = fmt::format("{:.4g}", start.mps_limits[task]);
    }
  }
  start_clients(commands);
  if (clients_ && !mps_->has_clients()) {
    give_up("no process became a client of MPS");
  }
}

Contestant RunningRival::contestant() {
  return [this](Check check) {
    Repetition repetition;
    try {
      if (clients_ && check == Check::yes) {
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

}  // namespace warpshop::dispatch
