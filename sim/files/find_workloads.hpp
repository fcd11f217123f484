#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpshop::files {

/// Files as given, in that order, kStandardInput among them; a directory stands for the *.yaml and *.yml files right in
/// it, by name. Throws InputError: a path that does not exist, a directory without any, standard input twice.
std::vector<std::filesystem::path> find_workload_files(const std::vector<std::string>& arguments);

}  // namespace warpshop::files
