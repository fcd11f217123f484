#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/sweep_spec.hpp"

namespace warpshop::io {

/// The most values of an axis.
inline constexpr std::size_t kMostValues = 10'000;

/// `{from: 2 GB/s, to: 64 GB/s, steps: 6, scale: log}`: that many numbers from the one to the other, the ends among
/// them, in the unit of `from` and in the fewest digits that are read back as the same. Throws InputError.
std::vector<std::string> decode_value_range(const YamlNode& node);

/// `{from: 1 ms, to: 5 ms, scale: log}`: what lengths are drawn from. Throws InputError.
DrawnRange decode_drawn_range(const YamlNode& node);

}  // namespace warpshop::io
