#pragma once

#include <string>
#include <system_error>

namespace warpshop::io {

/// What the system says of a value of errno.
inline std::string system_message(int error) {
  return std::generic_category().message(error);
}

/// For errors: why a file cannot be opened for writing, by errno, and what was expected.
inline std::string not_writable(int error) {
  return "cannot be written (" + system_message(error) + "), expected a file in a folder that can be written";
}

}  // namespace warpshop::io
