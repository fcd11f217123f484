#pragma once

#include <map>
#include <string>

#include "sim/io/yaml_node.hpp"
#include "sim/model/device.hpp"

namespace warpshop::io {

// The parts of a device profile but for its transfers. All throw InputError.

/// [A-Za-z0-9._-]+
std::string decode_device_name(const YamlNode& node, const std::string& file);

SmModel decode_sm(const YamlNode& node, const std::string& file);

/// `memory: {bandwidth: …}`
BytesPerSecond decode_memory_bandwidth(const YamlNode& node, const std::string& file);

/// Kernels by name, each with per_element and invocation.
std::map<std::string, KernelModel, std::less<>> decode_kernels(const YamlNode& node, const std::string& file);

/// Free text by topic.
std::map<std::string, std::string> decode_provenance(const YamlNode& node, const std::string& file);

}  // namespace warpshop::io
