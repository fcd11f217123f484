#include "sim/io/yaml/yaml_node.hpp"

#include <fmt/format.h>

#include "sim/model/utf8.hpp"

namespace warpshop::io {
std::string describe(const YamlNode& node) {
  switch (node.kind) {
    case NodeKind::null:
      return "an empty value";
    case NodeKind::scalar:
      return in_quotes(node.text);
    case NodeKind::sequence:
      return "a list";
    case NodeKind::map:
      break;
  }
  return "a map";
}

void refuse(const YamlNode& node, std::string_view message) {
  throw InputError(node.file != nullptr ? *node.file : "", node.mark, message);
}

void refuse_value(const YamlNode& node, std::string_view what, std::string_view expected) {
  refuse(node, fmt::format("{} {}, expected {}", describe(node), what, expected));
}

}  // namespace warpshop::io
