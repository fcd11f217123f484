#pragma once

#include <string>

#include "sim/io/yaml_node.hpp"
#include "sim/model/device.hpp"

namespace warpshop::io {

/// `transfer` of a device profile, into device.transfers. device.dma_engines says which bandwidths are needed. Throws
/// InputError.
void decode_transfers(const YamlNode& node, const std::string& file, Device& device);

}  // namespace warpshop::io
