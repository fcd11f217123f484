#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <string>

#include "sim/io/open_input.hpp"

namespace warpshop::io {

/// The largest file that is read, in bytes.
inline constexpr std::size_t kLargestText = std::size_t{64} << 20;

/// A file that is known to be UTF-8 without control characters but tab, LF and CRLF; a byte order mark is dropped.
struct Text {
  std::string bytes;
  std::string file;  ///< for errors
};

/// Reads and checks all of a stream. Throws InputError: too large, not UTF-8 (overlong forms and surrogates are not),
/// NUL and other control characters, a lone CR, a line that starts with '%' (a YAML directive), a second line '---' or
/// '...'. (yaml-cpp takes all of these without a word.)
Text read_text(std::istream& stream, const std::string& file_name);

/// The same of bytes that are there already.
Text checked_text(std::string bytes, std::string file_name);
/// The same of a file. Throws InputError: also as InputFile.
Text read_text(const std::filesystem::path& file, Fifo fifo = Fifo::refused);

}  // namespace warpshop::io
