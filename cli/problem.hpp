#pragma once

#include <string>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::cli {

/// A workload on its device, ready to be planned.
struct Problem {
  std::string workload;
  std::vector<std::string> task_names;
  Instance instance;
};

/// Throws InputError, see resolve().
Problem make_problem(const Workload& workload, const Device& device);

}  // namespace warpshop::cli
