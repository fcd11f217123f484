#pragma once

#include <string>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/note.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::study {

/// What kernels that tasks describe use beside what limits them, where they share SMs or DRAM with other kernels under
/// the plan and do not say it: kUseElsewhere stands for it. `clients.NAME.KEY` or `tasks.NAME.KEY`, the key being
/// compute or memory, by key in the order of the workload, each once; of more than four of a key `tasks.*.KEY`.
std::vector<std::string> assumed_use(const Instance& instance, const Plan& plan);

/// A kernel that says what it uses and has fewer CTAs than the SMs hold, so that a profiler, which prints what is used
/// while such a grid runs, says less than KernelUse means; how many others do. where: the workload.
std::vector<Note> small_grid_notes(const Instance& instance, const std::string& where);

}  // namespace warpshop::study
