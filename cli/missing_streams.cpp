#include "cli/missing_streams.hpp"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace warpshop::cli {

void open_missing_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    // open() answers the lowest number that is free, which is this one
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF && ::open("/", O_PATH) != stream) {
      _exit(1);  // nothing can be said, nor written safely
    }
  }
}

}  // namespace warpshop::cli
