#include "cli/problem.hpp"

namespace warpshop::cli {

Problem make_problem(const Workload& workload, const Device& device) {
  return {workload.name, task_names(workload), resolve(workload, device)};
}

}  // namespace warpshop::cli
