#pragma once

#include <string_view>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/task_names.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

/// One entry of `tasks`. Appends the marks of its names. Throws InputError.
Task decode_task(const YamlNode& node, NameMarks& marks);

/// Whether an entry may have a key that is called so.
bool is_task_key(std::string_view text);

}  // namespace warpshop::io
