#include "sim/io/open_input.hpp"

#include <cerrno>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

bool is_fifo(int descriptor, const struct stat& status) {
  struct statfs system {};
  return S_ISFIFO(status.st_mode) && (::fstatfs(descriptor, &system) != 0 || system.f_type != PIPEFS_MAGIC);
}

/// Whether there is something to read, or a writer has come and gone.
bool is_written_to(int descriptor, std::chrono::milliseconds patience) {
  pollfd waited{.fd = descriptor, .events = POLLIN, .revents = 0};
  int ready = 0;
  do {
    ready = ::poll(&waited, 1, static_cast<int>(patience.count()));
  } while (ready < 0 && errno == EINTR);
  return ready > 0;
}

}  // namespace

InputFile::InputFile(const std::filesystem::path& file, Fifo fifo, std::chrono::milliseconds patience)
    : std::istream(&buffer_) {
  const auto refuse = [&](const std::string& what) { throw InputError(file.string(), {}, what); };
  // not to wait in here for who writes to a FIFO
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status {};
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0) {
    refuse("cannot be opened (" + std::generic_category().message(errno) + "), expected a readable file");
  }
  buffer_.attach(descriptor);
  if (S_ISDIR(status.st_mode)) {
    refuse("is a directory, expected a file");
  }
  if (is_fifo(descriptor, status)) {
    if (fifo == Fifo::refused) {
      refuse(
          "is a FIFO, which might be waited for without end, expected a file; what a command is given itself may be "
          "one");
    }
    if (!is_written_to(descriptor, patience)) {
      refuse(
          fmt::format("is a FIFO to which nothing was written for {:g} s, expected a file, or something that writes "
                      "to it",
                      std::chrono::duration<double>(patience).count()));
    }
  }
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
}

InputFile::Buffer::~Buffer() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

/// Throws std::system_error, which makes the stream bad(): it cannot be read.
InputFile::Buffer::int_type InputFile::Buffer::underflow() {
  ssize_t size = 0;
  do {
    size = ::read(descriptor_, bytes_.data(), bytes_.size());
  } while (size < 0 && errno == EINTR);
  if (size < 0) {
    throw std::system_error(errno, std::generic_category());
  }
  setg(bytes_.data(), bytes_.data(), bytes_.data() + size);
  return size == 0 ? traits_type::eof() : traits_type::to_int_type(bytes_.front());
}

}  // namespace warpshop::io
