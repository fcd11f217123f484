#pragma once

#include <map>
#include <string>
#include <string_view>

#include "sim/io/device/measured_reader.hpp"
#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/device.hpp"

namespace warpshop::io {

/// [A-Za-z0-9._-]+
bool is_device_name(std::string_view text);
inline constexpr std::string_view kDeviceNameExpected = "letters, digits, '.', '_' and '-'";

// Parts of a device profile. All throw InputError.

std::string decode_device_name(const YamlNode& node, const std::string& file);

/// `bus: {h2d: …, d2h: …}`, after the transfers: no transfer of a direction is faster.
void decode_bus(const YamlNode& node, MeasuredReader& reader, Device& device);

SmModel decode_sm(const YamlNode& node, const std::string& file);

/// `memory: {bandwidth: …, size: …}`, either of which may be missing.
void decode_memory(const YamlNode& node, MeasuredReader& reader, Device& device);

/// Free text by topic.
std::map<std::string, std::string> decode_provenance(const YamlNode& node, const std::string& file);

}  // namespace warpshop::io
