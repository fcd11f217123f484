#pragma once

#include <filesystem>
#include <system_error>
#include <vector>

namespace warpshop::files {

/// The *.yaml and *.yml files right in a folder, by name; hidden ones are left out, and what is no file, such as a
/// pipe, which would be waited for. `error` is why it cannot be read.
std::vector<std::filesystem::path> yaml_files_in(const std::filesystem::path& folder, std::error_code& error);

}  // namespace warpshop::files
