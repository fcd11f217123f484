#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/io/yaml/yaml_node.hpp"
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
Task decode_task(const YamlNode& node, const std::string& file, NameMarks& marks);

}  // namespace warpshop::io
