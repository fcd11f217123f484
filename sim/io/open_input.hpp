#pragma once

#include <filesystem>
#include <fstream>

namespace warpshop::io {

/// A file to read, byte by byte. Throws InputError without a line if it cannot be opened or is a directory.
std::ifstream open_input(const std::filesystem::path& file);

}  // namespace warpshop::io
