#pragma once

#include <string>

#include "sim/model/device.hpp"
#include "sim/result/format.hpp"

namespace warpshop::report {

/// A device profile for people, rounded: its transfers, what was observed of them, and its kernels. Ends with a
/// newline.
std::string profile_tables(const Device& device, const format::Table& style);

}  // namespace warpshop::report
