#include "sim/io/yaml/yaml_node.hpp"

#include <cstddef>

#include <fmt/format.h>

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

void refuse(const YamlNode& node, std::string_view message) {
  throw InputError(node.file != nullptr ? *node.file : "", node.mark, message);
}

void refuse_value(const YamlNode& node, std::string_view what, std::string_view expected) {
  refuse(node, fmt::format("{} {}, expected {}", describe(node), what, expected));
}

}  // namespace warpshop::io
