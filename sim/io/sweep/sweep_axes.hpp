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

/// A list of values, each once, or a range of numbers. Throws InputError, as the others here.
DecodedAxis decode_axis(std::string axis_name, const YamlNode& node);

/// The axes in the order of the file, devices first.
void decode_axes(const YamlNode& node, SweepSpec& spec);

/// The parts of the grid that are kept; spec has its axes.
void decode_only(const YamlNode& node, SweepSpec& spec);

}  // namespace warpshop::io
