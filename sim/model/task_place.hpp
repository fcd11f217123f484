#pragma once

#include <string>

#include "sim/model/workload.hpp"

namespace warpshop {

/// Where a task stands, for messages about it: `jobs.yaml:4:5: task 'name'`; `jobs.yaml: task 'name'` where no line is
/// known, `task 'name'` where no file is.
inline std::string task_place(const Workload& workload, const Task& task) {
  return InputError(workload.file, task.mark, "task '" + task.name + '\'').what();
}

}  // namespace warpshop
