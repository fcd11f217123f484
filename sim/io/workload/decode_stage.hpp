#pragma once

#include <string>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

/// A duration, a size, or a map with time and what of it is latency, or with bytes, and memory. Throws InputError.
CopySpec decode_copy(const YamlNode& node, const std::string& file);

/// A duration, or a map with time, or with name and elements. Throws InputError.
KernelSpec decode_kernel(const YamlNode& node, const std::string& file);

}  // namespace warpshop::io
