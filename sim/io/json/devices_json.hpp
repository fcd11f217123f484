#pragma once

#include <ostream>

#include "sim/model/format.hpp"
#include "sim/model/listed_devices.hpp"

namespace warpshop::io {

/// `warpshop.devices/1`: profiles known here, and GPUs found, each with whether a profile that can be used is of it.
void print(std::ostream& out, const format::Json& format, const ListedDevices& listed);

}  // namespace warpshop::io
