#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>
#include <unistd.h>

namespace warpshop::dispatch {

/// A file descriptor of this process. Move-only.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() { close(); }

  int number() const { return number_; }
  void close() {
    if (number_ >= 0) {
      ::close(std::exchange(number_, -1));
    }
  }

 private:
  int number_ = -1;
};

/// What a child process finds in its environment beside what this one has; no value: it does not find that variable.
using Environment = std::map<std::string, std::optional<std::string>>;

/// What becomes of a child when the thread that started it ends, by a signal or otherwise.
enum class Orphan : std::uint8_t { killed, goes_on };

struct Spawned {
  pid_t id = -1;
  FileDescriptor channel;  ///< a socket: the other end is its stdin and its stdout
  FileDescriptor errors;   ///< a file without a name: its stderr
};

/// Starts a program: its path, then its arguments. Nothing else that is open here is open there if it was opened as is
/// usual (O_CLOEXEC), and no signal is blocked. Throws DeviceError: it cannot be started.
Spawned spawn(const std::vector<std::string>& command, const Environment& environment, Orphan orphan);

}  // namespace warpshop::dispatch
