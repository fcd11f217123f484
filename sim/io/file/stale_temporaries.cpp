#include "sim/io/file/stale_temporaries.hpp"

#include <algorithm>
#include <atomic>
#include <string_view>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace warpshop::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStart = ".warpshop-";
constexpr std::string_view kEnd = ".tmp";

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char character) { return character >= '0' && character <= '9'; });
}

bool is_temporary_name(std::string_view name) {
  if (!name.starts_with(kStart) || !name.ends_with(kEnd) || name.size() < kStart.size() + kEnd.size()) {
    return false;
  }
  name.remove_prefix(kStart.size());
  name.remove_suffix(kEnd.size());
  const std::size_t dash = name.find('-');
  return dash != std::string_view::npos && is_number(name.substr(0, dash)) && is_number(name.substr(dash + 1));
}

/// O_NONBLOCK: a pipe of that name is not waited for.
void remove_if_stale(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) {
    return;
  }
  struct stat status {};
  const bool ours = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid() &&
                    status.st_nlink == 1;
  if (ours && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
    ::unlink(file.c_str());
  }
  ::close(descriptor);
}

}  // namespace

std::string temporary_name() {
  static std::atomic<unsigned> made{0};
  return std::string{kStart} + std::to_string(::getpid()) + "-" + std::to_string(made++) + std::string{kEnd};
}

void remove_stale_temporaries(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, error);
  while (!error && entry != fs::directory_iterator{}) {
    if (is_temporary_name(entry->path().filename().string())) {
      found.push_back(entry->path());
    }
    entry.increment(error);
  }
  for (const fs::path& file : found) {
    remove_if_stale(file);
  }
}

}  // namespace warpshop::io
