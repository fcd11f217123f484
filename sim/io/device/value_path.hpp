#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/profile_setting.hpp"

namespace warpshop::io {

// Values of a profile by their paths: keys of maps with dots between them, as Device::confidence and Device::assumed
// have them. Points of a curve go by their size in bytes, or their count, and stand for what was measured there.

/// The node at a path, or nullptr.
const YamlNode* node_at(const YamlNode& root, std::string_view path);

/// Adds the paths of all values at and below a node that stands at `path`. One with its interval is one value.
void add_value_paths(const YamlNode& node, const std::string& path, std::set<std::string, std::less<>>& paths);

/// Puts the values into the document of a profile, a map, in their order; groups that are not there are made. The nodes
/// put in have a mark_of_setting(). Throws InputError: a value that is no YAML, a path through a value, one to take out
/// that is not there.
void apply_settings(YamlNode& profile, std::span<const ProfileSetting> settings);

/// One of them, at this position, into any map of values.
void apply_setting(YamlNode& map, const ProfileSetting& setting, std::size_t position);

}  // namespace warpshop::io
