#pragma once

#include <vector>

#include "sim/model/error.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

/// Where names stand in a file, for what can be checked only once all tasks are there.
struct NameMarks {
  std::vector<Mark> tasks;  ///< names of tasks, in order
  std::vector<Mark> after;  ///< names in all `after`, in order
};

/// Throws InputError at the name of a task that another one has, or is one of the `name#1`, `name#2`, … that stand for
/// the repeats of another; at a name in an `after` that is unknown, is the task's own, stands there twice or closes a
/// cycle.
void check_names(const Workload& workload, const NameMarks& marks);

}  // namespace warpshop::io
