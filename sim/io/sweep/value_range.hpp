#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/io/yaml/yaml_node.hpp"

namespace warpshop::io {

/// The most values of an axis.
inline constexpr std::size_t kMostValues = 10'000;

/// `{from: 2 GB/s, to: 64 GB/s, steps: 6, scale: log}`: that many numbers from the one to the other, the ends among
/// them, in the unit of `from` and in the fewest digits that are read back as the same. Throws InputError: also where
/// two of them are the same.
std::vector<std::string> decode_value_range(const YamlNode& node);

/// Whether a scale, which may be missing, is logarithmic. Throws InputError: neither linear nor log.
bool is_log_scale(const YamlNode* scale);

}  // namespace warpshop::io
