#include "sim/files/find_workloads.hpp"

#include <algorithm>

#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"

namespace warpshop::files {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_in(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files = yaml_files_in(folder, error);
  if (error) {
    throw InputError(folder.string(), {}, "cannot be read (" + error.message() + "), expected a readable directory");
  }
  if (files.empty()) {
    throw InputError(folder.string(), {}, "holds no workloads, expected a directory with *.yaml or *.yml files");
  }
  return files;
}

}  // namespace

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

std::vector<fs::path> find_workload_files(const std::vector<std::string>& arguments) {
  std::vector<fs::path> files;
  for (const std::string& argument : arguments) {
    if (argument == io::kStandardInput) {
      if (std::find(files.begin(), files.end(), argument) != files.end()) {
        throw InputError("'-' stands here twice, expected standard input once");
      }
      files.emplace_back(argument);
      continue;
    }
    std::error_code error;
    const fs::file_status status = fs::status(argument, error);
    if (!fs::exists(status)) {
      const std::string reason = error ? error.message() : "No such file or directory";
      throw InputError(argument, {}, "cannot be opened (" + reason + "), expected a file or directory");
    }
    if (fs::is_directory(status)) {
      const std::vector<fs::path> found = files_in(argument);
      files.insert(files.end(), found.begin(), found.end());
    } else {
      files.emplace_back(argument);
    }
  }
  return files;
}

}  // namespace warpshop::files
