#pragma once

#include <vector>

#include "sim/io/workload/task_index.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

/// Throws InputError at a name in an `after` that is unknown, is the task's own, stands there twice or closes a cycle.
/// `after_marks`: of all names in all `after`, in order.
void check_precedence(const Workload& workload, const TaskIndex& index, const std::vector<Mark>& after_marks);

}  // namespace warpshop::io
