#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace warpshop::files {

/// `$XDG_DATA_HOME/warpshop/devices`, by default `~/.local/share/warpshop/devices`; empty where neither is known. (The
/// XDG base directory specification has relative paths ignored.)
std::filesystem::path user_device_folder();

/// The profiles there, *.yaml and *.yml, by name; of NAME.yaml and NAME.yml the former. No folder: none.
std::vector<std::filesystem::path> user_device_files();

/// The profile of a name without '/', if its file exists.
std::optional<std::filesystem::path> find_user_device(std::string_view name);

/// Where the profile of a name is stored; creates the folder. Throws InputError: neither XDG_DATA_HOME nor HOME is an
/// absolute path, not the name of a device, a folder that cannot be made.
std::filesystem::path make_user_device_path(std::string_view name);

}  // namespace warpshop::files
