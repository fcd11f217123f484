#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/model/error.hpp"

namespace warpshop::io {

enum class NodeKind : std::uint8_t { null, scalar, sequence, map };

/// A piece of a YAML document. Keys of maps are scalars.
struct YamlNode {
  NodeKind kind = NodeKind::null;
  bool plain = false;              ///< a scalar without quotes
  Mark mark;                       ///< where it starts; a value that was left out: where its key starts
  std::string text;                ///< of a scalar
  std::vector<YamlNode> children;  ///< of a map: key, value, key, value, …
};

/// For messages: the text in quotes, shortened, what does not show as escapes; or what kind of thing it is.
std::string describe(const YamlNode& node);

/// `text` in single quotes, as describe() shows a scalar.
std::string in_quotes(const std::string& text);

}  // namespace warpshop::io
