#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "dispatch/clients/child_process.hpp"

namespace warpshop::dispatch {

/// NVIDIA's MPS, through which several processes use a GPU at once. Where the user has it running (at
/// CUDA_MPS_PIPE_DIRECTORY, or where it is by default), that is what clients use, and it is left running; else a
/// control daemon of our own is started, in a temporary folder, and stopped, even where a signal ends this process.
/// Clients end before it does.
class MpsServer {
 public:
  /// Throws DeviceError of kind absent: MPS is not installed or does not start, and what it says about that.
  MpsServer();
  MpsServer(const MpsServer&) = delete;
  MpsServer& operator=(const MpsServer&) = delete;
  ~MpsServer();

  /// What makes a process a client: CUDA reads it when it starts. (CUDA that finds no daemon there goes on without.)
  const Environment& environment() const { return environment_; }
  /// Whether it is the user's own.
  bool was_running() const { return was_running_; }
  /// Whether a client has come: the daemon starts a server when the first does. While false, those that are ready run
  /// without MPS.
  bool has_clients() const;

  /// Stops the daemon that the constructor started, once. Throws DeviceError: it goes on all the same, and where.
  void stop();

 private:
  void start();
  bool answers() const;
  bool comes_to_answer(bool answering) const;
  ProgramResult control(const std::string& request) const;

  std::string program_;
  std::filesystem::path folder_;  ///< of our own daemon; empty: it is not ours, or was stopped
  Environment environment_;
  bool was_running_ = false;
  std::optional<ChildProcess> guard_;  ///< stops our own daemon should this process end before it does
};

}  // namespace warpshop::dispatch
