#pragma once

#include <string>
#include <vector>

#include "sim/io/node.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

/// The most tasks of a workload, repeats counted.
inline constexpr std::size_t kMostTasks = 10'000'000;

/// One entry of `tasks`. Appends the marks of the names in `after` to `after_marks`. Throws InputError.
Task decode_task(const Node& node, const std::string& file, std::vector<Mark>& after_marks);

}  // namespace warpshop::io
