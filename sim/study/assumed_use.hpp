#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/note.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::study {

/// A kernel that does not say what it uses beside what limits it.
struct UnsaidUse {
  std::uint32_t kernel = 0;   ///< of Instance::kernels
  std::string_view key = {};  ///< by which it would say it: compute, memory, registers
  std::string path = {};      ///< `clients.NAME.KEY`, `tasks.NAME.KEY`; kernels of one client have the same
};

/// Those that tasks describe and that share SMs or DRAM with other kernels under the plan, each once, in the order of
/// the workload: kUseElsewhere stands for what they use.
std::vector<UnsaidUse> unsaid_uses(const Instance& instance, const Plan& plan);

/// The same that do not say their registers, of which none are counted; under a way that saves CTAs, also where one
/// kernel runs at a time.
std::vector<UnsaidUse> unsaid_registers(const Instance& instance, const Plan& plan);

/// What kernels that tasks describe use beside what limits them, where they share SMs or DRAM with other kernels under
/// the plan and do not say it, see unsaid_uses() and unsaid_registers(): their paths, by key in the order of the
/// workload, each once; of more than four of a key `tasks.*.KEY`.
std::vector<std::string> assumed_use(const Instance& instance, const Plan& plan);

/// A kernel that says what it uses and has fewer CTAs than the SMs hold, so that a profiler, which prints what is used
/// while such a grid runs, says less than KernelUse means; how many others do. where: the workload.
std::vector<Note> small_grid_notes(const Instance& instance, const std::string& where);

}  // namespace warpshop::study
