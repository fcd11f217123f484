#pragma once

#include <string>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::study {

/// What kernels that tasks describe use beside what limits them, where they share SMs or DRAM with other kernels under
/// the plan and do not say it: kUseElsewhere stands for it. `clients.NAME.KEY` or `tasks.NAME.KEY`, the key being
/// compute or memory, by key in the order of the workload, each once; of more than four of a key `tasks.*.KEY`.
std::vector<std::string> assumed_use(const Instance& instance, const Plan& plan);

}  // namespace warpshop::study
