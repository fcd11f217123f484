#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dispatch/clients/client_processes.hpp"
#include "dispatch/clients/mps.hpp"
#include "dispatch/plan/measure.hpp"

namespace warpshop::dispatch {

/// Other ways to run the tasks of a workload, each by processes of their own: `single-queue`, free streams that feed
/// one hardware queue; `mps`, a process a task under MPS; `mps-limits`, the same with limits that were found;
/// `time-slices`, a process a task without MPS, between which the GPU changes.
const std::vector<std::string>& rival_names();

/// The processes of rivals, and what keeps some of them from standing beside the plans.
struct RivalStart {
  /// One that runs the task at that position alone, or all of them on free streams.
  std::function<ClientCommand(std::optional<std::size_t> task)> process;
  std::size_t tasks = 0;
  bool own_devices = false;             ///< each process has a device of its own, as on the host backend
  bool precedence = false;              ///< some tasks come after others
  std::vector<double> mps_limits = {};  ///< by task: per cent of the SMs, for `mps-limits`
  std::string no_limits = {};           ///< why there are none
};

/// A rival whose processes have started, or why they could not.
class RunningRival {
 public:
  /// A way that this machine does not offer, or in which a client fails, now or later, is no error but a problem.
  RunningRival(std::string name, const RivalStart& start);

  const std::string& name() const { return name_; }
  const std::string& problem() const { return problem_; }  ///< empty: it runs
  /// Its timelines hold a makespan alone: 0 once there is a problem. The rival outlives it.
  Contestant contestant();
  bool results_correct() const { return !clients_ || clients_->results_correct(); }

 private:
  void start_time_slices(const RivalStart& start);
  void start_mps(const RivalStart& start, bool limited);
  void start_clients(const std::vector<ClientCommand>& commands);
  void give_up(const std::string& problem);

  std::string name_;
  std::string problem_;
  std::optional<MpsServer> mps_;  // outlives its clients
  std::unique_ptr<ClientProcesses> clients_;
};

}  // namespace warpshop::dispatch
