#pragma once

#include <filesystem>
#include <vector>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/units.hpp"

namespace warpshop::io {

/// When requests arrived: a time a line, such as `12.5 ms`, or under the header `arrival_ms` a number of milliseconds.
/// Lines that start with '#' and empty ones are skipped. At most 64 MiB. Throws InputError at the line and column of
/// what is no time, or earlier than the one before it; without a line where there is none.
std::vector<Millis> read_recorded_arrivals(const std::filesystem::path& file);

/// The same as a list of times. Throws InputError at the node.
std::vector<Millis> recorded_arrivals(const YamlNode& list);

}  // namespace warpshop::io
