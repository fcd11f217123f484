#include "sim/files/file_buffer.hpp"

#include <cerrno>
#include <cstddef>
#include <utility>

#include <unistd.h>

namespace warpshop::files {

bool FileBuffer::write_all() {
  const char* from = pbase();
  while (error_ == 0 && from < pptr()) {
    const ssize_t written = ::write(descriptor_, from, static_cast<std::size_t>(pptr() - from));
    if (written >= 0) {
      from += written;
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  reset();
  return error_ == 0;
}

FileBuffer::int_type FileBuffer::overflow(int_type character) {
  if (!write_all()) {
    return traits_type::eof();
  }
  if (!traits_type::eq_int_type(character, traits_type::eof())) {
    *pptr() = traits_type::to_char_type(character);
    pbump(1);
  }
  return traits_type::not_eof(character);
}

int FileBuffer::sync() {
  return write_all() ? 0 : -1;
}

bool FileBuffer::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  return descriptor < 0 || ::close(descriptor) == 0;
}

}  // namespace warpshop::files
