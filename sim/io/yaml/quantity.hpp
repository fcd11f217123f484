#pragma once

#include <string>
#include <string_view>

#include "sim/io/yaml/decimal.hpp"
#include "sim/io/yaml/yaml_node.hpp"

namespace warpshop::io {

/// Throws InputError at the node: `'5 kg' what, expected expected`.
[[noreturn]] void refuse_value(const YamlNode& node, const std::string& file, std::string_view what,
                               std::string_view expected);

/// The number and unit of a scalar; the unit points into the node. `what` it should be, with its article. Throws
/// InputError at the node: no number, or a negative one.
Quantity quantity_of(const YamlNode& node, const std::string& file, std::string_view what, std::string_view expected);

}  // namespace warpshop::io
