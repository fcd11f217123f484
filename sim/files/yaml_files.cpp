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
    const std::filesystem::file_status status = entry->status(ignored);
    const bool is_no_file = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
    if ((name.ends_with(".yaml") || name.ends_with(".yml")) && !name.starts_with('.') && !is_no_file) {
      files.push_back(entry->path());
    }
    entry.increment(error);
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace warpshop::files
