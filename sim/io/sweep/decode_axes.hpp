#pragma once

#include <string>
#include <vector>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/sweep_spec.hpp"

namespace warpshop::io {

/// An axis, and where its values stand: of a range all of it.
struct DecodedAxis {
  SweepAxis axis;
  std::vector<Mark> marks;
};

/// A list of values, each once, or a range of numbers. Throws InputError.
DecodedAxis decode_axis(std::string axis_name, const YamlNode& node);

/// The axes in the order of the file, devices first; spec says whether it is of clients. Throws InputError.
void decode_axes(const YamlNode& node, SweepSpec& spec);

/// The parts of the grid that are kept; spec has its axes. Throws InputError.
void decode_only(const YamlNode& node, SweepSpec& spec);

}  // namespace warpshop::io
