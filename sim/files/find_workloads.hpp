#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace warpshop::files {

/// Files as given, in that order, kStandardInput among them; a directory stands for the *.yaml and *.yml files right in
/// it, by name. Throws InputError: a path that does not exist, a directory without any, standard input twice.
std::vector<std::filesystem::path> find_workload_files(const std::vector<std::string>& arguments);

/// The *.yaml and *.yml files right in a folder, by name; hidden ones are left out, and what is no file, such as a
/// pipe, which would be waited for. `error` is why it cannot be read.
std::vector<std::filesystem::path> yaml_files_in(const std::filesystem::path& folder, std::error_code& error);

}  // namespace warpshop::files
