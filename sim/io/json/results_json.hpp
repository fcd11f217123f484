#pragma once

#include <ostream>

#include "sim/io/json/described_json.hpp"
#include "sim/model/listed_devices.hpp"
#include "sim/result/format.hpp"

namespace warpshop::io {

/// `warpshop.devices/1`: profiles known here, and GPUs found, each with whether a profile that can be used is of it.
/// docs/schema says what each key is; the other kinds are described in sim/result.
void print(std::ostream& out, const format::Json& format, const ListedDevices& listed);

}  // namespace warpshop::io
