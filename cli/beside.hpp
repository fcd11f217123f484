#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "dispatch/beside/beside_work.hpp"
#include "dispatch/beside/core_controller.hpp"
#include "dispatch/beside/core_set.hpp"
#include "dispatch/beside/machine_threads.hpp"
#include "dispatch/beside/request_log.hpp"
#include "sim/model/cores_kept.hpp"
#include "sim/model/units.hpp"

namespace warpshop::cli {

/// What `serve` is told of a target, and of best-effort work on the same cores.
struct BesideOptions {
  std::optional<Millis> target;
  std::vector<int> processes;
  std::optional<dispatch::CoreSet> cores;  ///< none: those of this process
};

/// --target, --beside and --cores.
void add_beside_options(CLI::App& command, BesideOptions& options);
/// Throws InputError: one of them without another that it needs.
void check_beside(const BesideOptions& options);

/// Keeps cores for the tasks of this process, from now until end(); where that cannot be, a note says why, and tasks
/// are only held against the target. Those who were moved are put back however this ends.
class ServingBeside {
 public:
  /// Of options that have a target.
  ServingBeside(const BesideOptions& options, const OutputOptions& output);

  dispatch::RequestLog& requests() { return requests_; }
  /// All tasks are over.
  CoresKept end();

 private:
  dispatch::LinuxThreads machine_;
  dispatch::RequestLog requests_;
  CoresKept kept_;  ///< where nothing is moved
  std::optional<dispatch::CoreController> controller_;
  std::optional<dispatch::BesideWork> work_;
};

}  // namespace warpshop::cli
