#pragma once

#include <vector>

#include "sim/model/error.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// Where names stand in the file of a workload.
struct NameMarks {
  std::vector<Mark> tasks;  ///< names of tasks, in order
  std::vector<Mark> after;  ///< names in all `after`, in order
};

/// What can be checked only once all tasks are there. Throws InputError at the name of a task that another one has, or
/// is one of the `name#1`, `name#2`, … that stand for the repeats of another; at a name in an `after` that is unknown,
/// is the task's own, stands there twice or closes a cycle.
void check_names(const Workload& workload, const NameMarks& marks);

}  // namespace warpshop
