#pragma once

#include <set>
#include <string>
#include <string_view>

#include "sim/io/yaml/yaml_node.hpp"

namespace warpshop::io {

// Values of a profile by their paths: keys of maps with dots between them, as Device::confidence and Device::assumed
// have them. Points of a curve go by their size in bytes, or their count, and stand for what was measured there.

/// What the front of a path leads to.
template <class Node>
struct PathStep {
  Node* node = nullptr;   ///< null: nothing
  std::string_view rest;  ///< of the path; empty: this is it
};

/// One step of a path that is not empty, from a map or a list. A key with dots is taken before a shorter one.
PathStep<YamlNode> path_step(YamlNode& from, std::string_view path);
PathStep<const YamlNode> path_step(const YamlNode& from, std::string_view path);

/// The node at a path, or nullptr.
const YamlNode* node_at(const YamlNode& root, std::string_view path);

/// Adds the paths of all values at and below a node that stands at `path`. One with its interval is one value.
void add_value_paths(const YamlNode& node, const std::string& path, std::set<std::string, std::less<>>& paths);

}  // namespace warpshop::io
