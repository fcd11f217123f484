#pragma once

#include <cstddef>
#include <vector>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/error.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

/// The most tasks of a workload, repeats counted.
inline constexpr std::size_t kMostTasks = 10'000'000;

/// Where names stand in a file, for what can be checked only once all tasks are there.
struct NameMarks {
  std::vector<Mark> tasks;  ///< names of tasks, in order
  std::vector<Mark> after;  ///< names in all `after`, in order
};

/// One entry of `tasks`. Appends the marks of its names. Throws InputError.
Task decode_task(const YamlNode& node, NameMarks& marks);

/// Throws InputError at the name of a task that another one has, or is one of the `name#1`, `name#2`, … that stand for
/// the repeats of another; at a name in an `after` that is unknown, is the task's own, stands there twice or closes a
/// cycle.
void check_names(const Workload& workload, const NameMarks& marks);

}  // namespace warpshop::io
