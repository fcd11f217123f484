#include "sim/files/stale_temporaries.hpp"

#include <atomic>
#include <regex>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace warpshop::files {
namespace {

namespace fs = std::filesystem;

bool is_temporary_name(const std::string& name) {
  static const std::regex pattern(R"(\.warpshop-[0-9]+-[0-9]+\.tmp)");
  return std::regex_match(name, pattern);
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
  return fmt::format(".warpshop-{}-{}.tmp", ::getpid(), made++);
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

}  // namespace warpshop::files
