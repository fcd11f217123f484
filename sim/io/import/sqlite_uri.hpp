#pragma once

#include <filesystem>
#include <string>

namespace warpshop::io {

/// A file's name as SQLite takes it, for reading alone and without looking for journals beside it: whatever could end
/// the path or begin a parameter (`?`, `#`, `%`), and all that is not plain ASCII, as %XX.
std::string read_only_uri(const std::filesystem::path& file);

}  // namespace warpshop::io
