#pragma once

#include <ostream>

#include "sim/model/device.hpp"

namespace warpshop::io {

/// The profile as YAML (`warpshop.device/1`) that parse_device reads back as the same device; the ends of a confidence
/// interval in six digits, rounded outwards. Free text may hold anything that is UTF-8. Throws std::logic_error for a
/// confidence that is not one, or is of a value that the device does not have.
void write_device(std::ostream& out, const Device& device);

}  // namespace warpshop::io
