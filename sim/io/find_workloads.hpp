#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpshop::io {

/// Files as given, in that order; a directory stands for the *.yaml files right in it, by name. Throws InputError: a
/// path that does not exist, a directory without any.
std::vector<std::filesystem::path> find_workload_files(const std::vector<std::string>& arguments);

}  // namespace warpshop::io
