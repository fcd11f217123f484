#include "sim/io/yaml/quantity.hpp"

#include <optional>

#include <fmt/format.h>

namespace warpshop::io {

void refuse_value(const YamlNode& node, const std::string& file, std::string_view what, std::string_view expected) {
  throw InputError(file, node.mark, fmt::format("{} {}, expected {}", describe(node), what, expected));
}

Quantity quantity_of(const YamlNode& node, const std::string& file, std::string_view what, std::string_view expected) {
  const auto found = node.kind == NodeKind::scalar ? parse_quantity(node.text) : std::nullopt;
  if (found) {
    return *found;
  }
  const bool negative = node.kind == NodeKind::scalar && node.text.starts_with('-') &&
                        parse_quantity(std::string_view{node.text}.substr(1)).has_value();
  refuse_value(node, file, negative ? "is negative" : fmt::format("is not {}", what), expected);
}

}  // namespace warpshop::io
