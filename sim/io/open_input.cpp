#include "sim/io/open_input.hpp"

#include <cerrno>
#include <string>
#include <system_error>

#include "sim/model/error.hpp"

namespace warpshop::io {

std::ifstream open_input(const std::filesystem::path& file) {
  const std::string name = file.string();
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw InputError(name, {}, "is a directory, expected a file");
  }
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    const std::string reason = errno != 0 ? std::generic_category().message(errno) : "unknown reason";
    throw InputError(name, {}, "cannot be opened (" + reason + "), expected a readable file");
  }
  return stream;
}

}  // namespace warpshop::io
