#pragma once

#include <optional>
#include <string>

#include "cli/common_options.hpp"
#include "cli/plan_choice.hpp"

namespace warpshop::cli {

/// What `warpshop simulate` is asked for.
struct SimulateOptions {
  std::string workload;
  std::string device;
  PlanChoice plan;
  std::string trace_form = "chrome";
  std::optional<std::string> window = {};  ///< of clients: FROM..UNTIL
  bool admits = false;                     ///< of clients, see ClientSet::admits
  PlanningOptions planning;
  OutputOptions output;
};

}  // namespace warpshop::cli
