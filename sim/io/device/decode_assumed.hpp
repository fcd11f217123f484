#pragma once

#include <functional>
#include <set>
#include <string>

#include "sim/io/yaml/yaml_node.hpp"

namespace warpshop::io {

/// `assumed` of a device profile: the paths of the values that are guesses. That of a group stands for all below it.
/// `as_read` is the profile as its file has it, `profile` as it is used: a path leads to a value in one of them. Throws
/// InputError.
std::set<std::string, std::less<>> decode_assumed(const YamlNode& node, const YamlNode& as_read,
                                                  const YamlNode& profile, const std::string& file);

}  // namespace warpshop::io
