#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "sim/model/device.hpp"

namespace warpshop::io {

/// Reads a device profile (`schema: warpshop.device/1`, see devices/README.md). Throws InputError at the first thing
/// that is wrong; a file that cannot be read is named without a line.
Device read_device(const std::filesystem::path& file);

/// The same from text; `file_name` is what errors call it.
Device parse_device(std::istream& text, const std::string& file_name);

}  // namespace warpshop::io
