#pragma once

#include <vector>

#include "sim/model/instance.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::test {

/// When each kernel runs, and what it does on each SM, by task.
struct SlowKernels {
  std::vector<double> starts;                 ///< milliseconds
  std::vector<double> ends;                   ///< the same
  std::vector<std::vector<double>> subtasks;  ///< by SM
};

/// The rules of kernels that share SMs once more, CTA by CTA and subtask by subtask, for small grids: nothing of the
/// simulation but the co-run law itself. Of tasks that are kernels alone, of any length above 0.
SlowKernels slow_kernels(const Instance& instance, const Plan& plan);

}  // namespace warpshop::test
