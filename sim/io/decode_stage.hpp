#pragma once

#include <string>

#include "sim/io/node.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

/// A duration, a size, or a map with time or bytes, and memory. Throws InputError.
CopySpec decode_copy(const Node& node, const std::string& file);

/// A duration, or a map with time, or with name and elements. Throws InputError.
KernelSpec decode_kernel(const Node& node, const std::string& file);

}  // namespace warpshop::io
