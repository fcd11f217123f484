#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/model/workload.hpp"

namespace warpshop::io {

/// Entry of a workload by name; refers to the names in it.
using TaskIndex = std::unordered_map<std::string_view, std::uint32_t>;

/// Throws InputError at the name of a task that another one has, or is one of the `name#1`, `name#2`, … that stand for
/// the repeats of another.
TaskIndex index_tasks(const Workload& workload, const std::vector<Mark>& name_marks);

}  // namespace warpshop::io
