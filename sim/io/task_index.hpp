#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "sim/model/workload.hpp"

namespace warpshop::io {

/// Entry of a workload by name; refers to the names in it.
using TaskIndex = std::unordered_map<std::string_view, std::uint32_t>;

/// Throws InputError at a task whose name another one has, or is one of the `name#1`, `name#2`, … that stand for the
/// repeats of another.
TaskIndex index_tasks(const Workload& workload);

}  // namespace warpshop::io
