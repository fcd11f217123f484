#include "cli/written_files.hpp"

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cli/common_options.hpp"
#include "sim/files/device_store.hpp"
#include "sim/files/output_file.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"

namespace warpshop::cli {
namespace {

namespace fs = std::filesystem;

bool is_same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (fs::exists(a, error) && fs::exists(b, error)) {
    return fs::equivalent(a, b, error);  // false, and an error, for two devices
  }
  const fs::path named = fs::weakly_canonical(fs::absolute(files::link_target(a)), error);
  return !error && named == fs::weakly_canonical(fs::absolute(files::link_target(b)), error);
}

}  // namespace

void check_written_files(const std::vector<WrittenFile>& written, const std::vector<fs::path>& read) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    const std::string_view option = written[i].option;
    const std::string& file = written[i].file;
    if (file.empty() || file == kStandardOutput) {
      continue;
    }
    for (std::size_t other = 0; other < i; ++other) {
      if (!written[other].file.empty() && is_same_file(written[other].file, file)) {
        throw InputError(fmt::format("{} and {} name the same file, {}, expected one for each", written[other].option,
                                     option, file));
      }
    }
    // a shipped profile has no file
    if (std::any_of(read.begin(), read.end(), [&](const fs::path& input) {
          return !input.empty() && input != io::kStandardInput && is_same_file(input, file);
        })) {
      throw InputError(fmt::format("{}: {} is read by this command, expected another file", option, file));
    }
  }
}

std::vector<fs::path> device_files(std::string_view device) {
  std::vector<fs::path> files;
  for (const std::string& name : files::listed_devices(device)) {
    if (auto file = files::device_file(name)) {
      files.push_back(std::move(*file));
    }
  }
  return files;
}

}  // namespace warpshop::cli
