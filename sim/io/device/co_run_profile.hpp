#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/device.hpp"

namespace warpshop::io {

// What a profile says of kernels together: `probes: [fma, vad1]` and a list of points,
// `co_run: [{kernels: [mm, fma], ctas: [4, 4], rates: [12.1 /us, 13.1 /us]}]`.

/// One or two kernels of the device. Throws InputError: others, one twice.
std::vector<std::string> decode_probes(const YamlNode& node, const Device& device);

/// Throws InputError: a kernel that the device does not have or that is beside itself, CTAs below 1 or above the
/// kernel's `per_sm`, a rate that is none.
std::vector<CoRunPoint> decode_co_run(const YamlNode& node, const Device& device);

/// Both, as they are read back; nothing where there is nothing.
void write_co_run(std::ostream& out, const Device& device);

}  // namespace warpshop::io
