#pragma once

#include <algorithm>
#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dispatch/clients/child_process.hpp"
#include "dispatch/clients/serve_client.hpp"
#include "sim/model/units.hpp"

namespace warpshop::dispatch {

/// A process to start: a program that calls serve_client().
struct ClientCommand {
  std::string name;                  ///< errors say `client` and this: `of task a`
  std::vector<std::string> command;  ///< the path of the program, then its arguments
  Environment environment = {};
};

/// Longest that all clients together may take.
struct ClientTimeouts {
  std::chrono::seconds ready{120};  ///< from their start on, until everything is in memory and has run once
  std::chrono::seconds run{120};    ///< for one run
};

/// Processes that run tasks side by side, as clients of MPS or of one hardware queue do, timed together. They end with
/// this object, and with the thread that made it, however that comes about.
/// Everything throws DeviceError where a client ends, takes too long or talks nonsense: it names the client, how it
/// ended and what it last wrote to stderr. None is left then, and nothing more may be asked of the others.
class ClientProcesses {
 public:
  /// Starts all, and returns when all are ready. commands: one at least.
  explicit ClientProcesses(const std::vector<ClientCommand>& commands, const ClientTimeouts& timeouts = {});
  ClientProcesses(const ClientProcesses&) = delete;
  ClientProcesses& operator=(const ClientProcesses&) = delete;
  ~ClientProcesses();

  /// Runs all once, from the same moment on. Makespan: from the first start to the last end (S5 3.6.3).
  Millis run_once();
  /// What the clients said of the last run, in their order.
  std::span<const ClientRun> last_runs() const { return runs_; }

  /// Runs all once, untimed, and compares the results with those of the CPU.
  void check() { run(Check::yes); }
  /// After a run: whether all results were right, in every client's warm-up and in every check(). Before: true.
  bool results_correct() const {
    return std::ranges::all_of(runs_, [](const ClientRun& run) { return run.correct; });
  }

 private:
  struct Client {
    std::string name;
    ChildProcess process;
  };

  void run(Check check);
  std::vector<std::string> await_lines(std::chrono::seconds timeout, std::string_view what);
  [[noreturn]] void fail(Client& client, const std::string& what);

  ClientTimeouts timeouts_;
  std::vector<Client> clients_;
  std::vector<ClientRun> runs_;
};

}  // namespace warpshop::dispatch
