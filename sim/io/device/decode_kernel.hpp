#pragma once

#include <map>
#include <string>

#include "sim/io/device/measured_reader.hpp"
#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/kernel_model.hpp"

namespace warpshop::io {

/// `kernels` of a device profile, by name. Throws InputError.
std::map<std::string, KernelModel, std::less<>> decode_kernels(const YamlNode& node, MeasuredReader& reader);

}  // namespace warpshop::io
