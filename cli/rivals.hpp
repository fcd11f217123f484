#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/hardware.hpp"
#include "dispatch/clients/client_processes.hpp"
#include "dispatch/clients/mps.hpp"
#include "dispatch/plan/measure.hpp"

namespace warpshop::cli {

/// Other ways to run the tasks of a workload, each by processes of their own: `single-queue`, free streams that feed
/// one hardware queue, and `mps`, a process a task under MPS.
const std::vector<std::string>& rival_names();

/// What a process of this program needs to run tasks of a workload.
struct ClientStart {
  std::string workload;               ///< file
  std::string device;                 ///< profile: name or file
  std::vector<std::string> set = {};  ///< PATH=VALUE
  HardwareOptions hardware;
  std::vector<std::string> task_names;
  bool precedence = false;  ///< some of them come after others
};

/// A rival whose processes have started, or why they could not.
class RunningRival {
 public:
  /// A way that this machine does not offer, or in which a client fails, now or later, is no error but a problem.
  RunningRival(std::string name, const ClientStart& start);

  const std::string& name() const { return name_; }
  const std::string& problem() const { return problem_; }  ///< empty: it runs
  /// Its timelines hold a makespan alone: 0 once there is a problem. The rival outlives it.
  dispatch::Contestant contestant();
  bool results_correct() const { return !clients_ || clients_->results_correct(); }

 private:
  void start_single_queue(const ClientStart& start);
  void start_mps(const ClientStart& start);
  void start_clients(const std::vector<dispatch::ClientCommand>& commands);
  void give_up(const std::string& problem);

  std::string name_;
  std::string problem_;
  std::optional<dispatch::MpsServer> mps_;  // outlives its clients
  std::unique_ptr<dispatch::ClientProcesses> clients_;
};

}  // namespace warpshop::cli
