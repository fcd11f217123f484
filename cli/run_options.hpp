#pragma once

#include <string>

#include "cli/common_options.hpp"
#include "cli/hardware.hpp"
#include "cli/plan_choice.hpp"
#include "sim/model/policy.hpp"

namespace warpshop::cli {

/// What `run` is told.
struct RunOptions {
  std::string workload;
  ProfileOptions profile;
  PlanChoice plan;
  HardwareOptions hardware;
  OutputOptions output;
  PlanOptions order;
  unsigned repeat = 10;
  bool no_check = false;
  bool timing = false;
  bool learn = false;
};

}  // namespace warpshop::cli
