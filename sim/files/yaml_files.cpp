#include "sim/files/yaml_files.hpp"

#include <algorithm>
#include <string>

namespace warpshop::files {

std::vector<std::filesystem::path> yaml_files_in(const std::filesystem::path& folder, std::error_code& error) {
  std::vector<std::filesystem::path> files;
  std::filesystem::directory_iterator entry(folder, error);
  while (!error && entry != std::filesystem::directory_iterator{}) {
    std::error_code ignored;
    const std::string name = entry->path().filename().string();
    if ((name.ends_with(".yaml") || name.ends_with(".yml")) && !name.starts_with('.') &&
        !entry->is_directory(ignored)) {
      files.push_back(entry->path());
    }
    entry.increment(error);
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace warpshop::files
