#pragma once

#include <cstddef>
#include <span>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/profile_setting.hpp"

namespace warpshop::io {

/// Puts the values into the document of a profile, a map, in their order; groups that are not there are made. The nodes
/// put in have a mark_of_setting(). Throws InputError: a value that is no YAML, a path through a value, one to take out
/// that is not there.
void apply_settings(YamlNode& profile, std::span<const ProfileSetting> settings);

/// One of them, at this position, into any map of values.
void apply_setting(YamlNode& map, const ProfileSetting& setting, std::size_t position);

}  // namespace warpshop::io
