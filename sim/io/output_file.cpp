#include "sim/io/output_file.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

namespace fs = std::filesystem;

/// Path of an open temporary for the signal handler; valid while it is set. A program has few files open at once.
struct Registration {
  std::array<char, 4096> path{};
  std::atomic<bool> is_set{false};
};
static_assert(std::atomic<bool>::is_always_lock_free);
std::array<Registration, 4> registrations;

void register_temporary(const std::string& path) {
  const auto free = std::find_if(registrations.begin(), registrations.end(),
                                 [](const Registration& registration) { return !registration.is_set; });
  if (free != registrations.end() && path.size() < free->path.size()) {
    std::memcpy(free->path.data(), path.c_str(), path.size() + 1);
    free->is_set = true;
  }
}

void unregister_temporary(const std::string& path) {
  for (Registration& registration : registrations) {
    if (registration.is_set && path == registration.path.data()) {
      registration.is_set = false;
    }
  }
}

/// Different at each call, so that no two files of this process ever share a name.
std::string temporary_name() {
  static std::atomic<unsigned> made{0};
  return ".warpshop-" + std::to_string(::getpid()) + "-" + std::to_string(made++) + ".tmp";
}

std::string message_of(int error) {
  return std::generic_category().message(error);
}

/// What a chain of links names in the end, whether it exists or not.
fs::path follow_links(fs::path path) {
  constexpr int kMostLinks = 40;
  std::error_code error;
  for (int link = 0; link < kMostLinks && fs::is_symlink(fs::symlink_status(path, error)); ++link) {
    path = path.parent_path() / fs::read_symlink(path, error);
  }
  return path;
}

bool is_system_path(const fs::path& path) {
  std::error_code error;
  const std::string full = fs::absolute(path, error).lexically_normal().string();
  return full.starts_with("/dev/") || full.starts_with("/proc/");
}

}  // namespace

OutputFile::OutputFile(const fs::path& target) : shown_(target) {
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  if (fs::is_directory(status)) {
    fail_to_open(EISDIR);
  }
  if ((fs::exists(status) && !fs::is_regular_file(status)) || is_system_path(target)) {
    open_in_place();
  } else {
    target_ = follow_links(target);
    if (fs::is_symlink(fs::symlink_status(target_, error))) {
      fail_to_open(ELOOP);
    }
    open_temporary();
  }
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) {
    ::unlink(temporary_.c_str());
    unregister_temporary(temporary_.string());
  }
}

void OutputFile::open_in_place() {
  const int descriptor = ::open(shown_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor < 0) {
    fail_to_open(errno);
  }
  buffer_.attach(descriptor);
}

void OutputFile::open_temporary() {
  constexpr int kMostAttempts = 1000;
  constexpr mode_t kMode = 0666;  // less the umask
  struct stat existing {};
  const bool exists = ::stat(target_.c_str(), &existing) == 0;
  if (target_.filename().empty() || (exists && ::access(target_.c_str(), W_OK) != 0)) {
    fail_to_open(exists ? errno : ENOENT);
  }
  int descriptor = -1;
  for (int attempt = 0; descriptor < 0 && attempt < kMostAttempts; ++attempt) {
    temporary_ = target_.parent_path() / temporary_name();
    register_temporary(temporary_.string());
    descriptor = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
    if (descriptor < 0) {
      const int error = errno;
      unregister_temporary(temporary_.string());
      temporary_.clear();
      if (error != EEXIST) {
        fail_to_open(error);
      }
    }
  }
  if (descriptor < 0) {
    fail_to_open(EEXIST);
  }
  buffer_.attach(descriptor);
  if (exists) {
    ::fchmod(descriptor, existing.st_mode & 07777);  // a file of somebody else's keeps what it can
  }
}

void OutputFile::commit() {
  stream_.flush();
  if (!stream_) {
    fail_to_write(buffer_.error() != 0 ? buffer_.error() : EIO);
  }
  if (!temporary_.empty() && ::fsync(buffer_.descriptor()) != 0) {
    fail_to_write(errno);
  }
  if (!buffer_.close()) {
    fail_to_write(errno);
  }
  if (temporary_.empty()) {
    return;
  }
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) {
    fail_to_write(errno);
  }
  unregister_temporary(temporary_.string());
  temporary_.clear();
}

void OutputFile::fail_to_open(int error) const {
  throw InputError(shown_.string(), {},
                   "cannot be written (" + message_of(error) + "), expected a file in a folder that can be written");
}

void OutputFile::fail_to_write(int error) const {
  throw std::runtime_error(shown_.string() + ": cannot be written: " + message_of(error));
}

void remove_open_temporaries() noexcept {
  for (const Registration& registration : registrations) {
    if (registration.is_set) {
      ::unlink(registration.path.data());
    }
  }
}

}  // namespace warpshop::io
