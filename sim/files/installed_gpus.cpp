#include "sim/files/installed_gpus.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <system_error>

namespace warpshop::files {
namespace {

std::string value_of(const std::string& line) {
  const std::size_t start = line.find_first_not_of(" \t", line.find(':') + 1);
  return start == std::string::npos ? "" : line.substr(start);
}

InstalledGpu read_information(const std::filesystem::path& file) {
  InstalledGpu gpu;
  std::ifstream information(file);
  for (std::string line; std::getline(information, line);) {
    if (line.starts_with("Model:")) {
      gpu.model = value_of(line);
    } else if (line.starts_with("GPU UUID:")) {
      gpu.uuid = value_of(line);
    }
  }
  return gpu;
}

}  // namespace

std::vector<InstalledGpu> installed_gpus(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> folders;
  std::error_code none;
  for (std::filesystem::directory_iterator entry(folder, none), end; !none && entry != end; entry.increment(none)) {
    folders.push_back(entry->path());
  }
  std::sort(folders.begin(), folders.end());
  std::vector<InstalledGpu> gpus;
  gpus.reserve(folders.size());
  for (const auto& gpu_folder : folders) {
    gpus.push_back(read_information(gpu_folder / "information"));
  }
  return gpus;
}

}  // namespace warpshop::files
