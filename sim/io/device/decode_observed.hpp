#pragma once

#include "sim/io/device/measured_reader.hpp"
#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/device.hpp"

namespace warpshop::io {

// What a calibration sees of copies and kernels that run at once. Both throw InputError.

/// `interference` of a device profile.
Interference decode_interference(const YamlNode& node, MeasuredReader& reader);

/// `observed` of a device profile.
Observed decode_observed(const YamlNode& node, MeasuredReader& reader);

}  // namespace warpshop::io
