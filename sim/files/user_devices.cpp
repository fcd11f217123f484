#include "sim/files/user_devices.hpp"

#include <cstdlib>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "sim/files/find_workloads.hpp"
#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/device.hpp"
#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::files {
namespace {

namespace fs = std::filesystem;

fs::path absolute_path_in(const char* variable) {
  const char* value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nothing of ours sets variables
  const fs::path path = value == nullptr ? "" : value;
  return path.is_absolute() ? path : fs::path{};
}

}  // namespace

fs::path user_device_folder() {
  const fs::path data = absolute_path_in("XDG_DATA_HOME");
  if (!data.empty()) {
    return data / "warpshop" / "devices";
  }
  const fs::path home = absolute_path_in("HOME");
  return home.empty() ? home : home / ".local" / "share" / "warpshop" / "devices";
}

std::vector<fs::path> user_device_files() {
  std::error_code no_folder;
  std::vector<fs::path> files = yaml_files_in(user_device_folder(), no_folder);
  std::erase_if(files, [](fs::path file) {
    std::error_code ignored;
    return file.extension() == ".yml" && fs::exists(file.replace_extension(".yaml"), ignored);
  });
  return files;
}

std::optional<fs::path> find_user_device(std::string_view name) {
  const fs::path folder = user_device_folder();
  if (folder.empty() || name.empty() || name.find('/') != std::string_view::npos) {
    return std::nullopt;
  }
  for (const char* ending : {".yaml", ".yml"}) {
    const fs::path file = folder / (std::string{name} + ending);
    std::error_code ignored;
    if (fs::exists(file, ignored)) {
      return file;
    }
  }
  return std::nullopt;
}

fs::path make_user_device_path(std::string_view name) {
  if (!is_device_name(name)) {
    throw InputError(fmt::format("{} is not the name of a device, expected {}", in_quotes(name), kDeviceNameExpected));
  }
  const fs::path folder = user_device_folder();
  if (folder.empty()) {
    throw InputError(
        "there is no folder for profiles of one's own, expected XDG_DATA_HOME or HOME to be an absolute path");
  }
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw InputError(folder.string(), {},
                     fmt::format("cannot be created ({}), expected a folder for profiles", error.message()));
  }
  return folder / (std::string{name} + ".yaml");
}

}  // namespace warpshop::files
