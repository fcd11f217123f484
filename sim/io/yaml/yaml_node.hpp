#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/error.hpp"

namespace warpshop::io {

enum class NodeKind : std::uint8_t { null, scalar, sequence, map };

/// A piece of a YAML document. Keys of maps are scalars.
struct YamlNode {
  NodeKind kind = NodeKind::null;
  bool plain = false;                 ///< a scalar without quotes
  Mark mark;                          ///< where it starts; a value that was left out: where its key starts
  const std::string* file = nullptr;  ///< for errors; outlives the node
  std::string text;                   ///< of a scalar
  std::vector<YamlNode> children;     ///< of a map: key, value, key, value, …
};

/// For messages: the text in quotes, shortened, what does not show as escapes; or what kind of thing it is.
std::string describe(const YamlNode& node);

/// Throws InputError at the node.
[[noreturn]] void refuse(const YamlNode& node, std::string_view message);

/// Throws InputError at the node: `'5 kg' what, expected expected`.
[[noreturn]] void refuse_value(const YamlNode& node, std::string_view what, std::string_view expected);

}  // namespace warpshop::io
