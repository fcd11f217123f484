#include "sim/io/yaml/yaml_node.hpp"

#include <cstddef>
#include <string_view>

#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

constexpr std::size_t kLongestShown = 60;  // bytes

}  // namespace

std::string in_quotes(const std::string& text) {
  std::size_t length = text.size();
  if (length > kLongestShown) {
    length = kLongestShown;
    while (length > 0 && continues_character(text[length])) {
      --length;
    }
  }
  return '\'' + printable(std::string_view{text}.substr(0, length)) + (length < text.size() ? "…'" : "'");
}

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

}  // namespace warpshop::io
