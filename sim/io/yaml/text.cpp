#include "sim/io/yaml/text.hpp"

#include <array>
#include <cerrno>
#include <fstream>
#include <istream>
#include <string_view>
#include <system_error>

#include "sim/io/yaml/check_text.hpp"
#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

void drop_byte_order_mark(Text& text) {
  constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
  if (text.bytes.starts_with("\xFF\xFE") || text.bytes.starts_with("\xFE\xFF")) {
    throw InputError(text.file, Mark{1, 1}, "the text is UTF-16 or UTF-32, expected UTF-8");
  }
  if (text.bytes.starts_with(kUtf8Mark)) {
    text.bytes.erase(0, kUtf8Mark.size());
  }
}

}  // namespace

Text read_text(std::istream& stream, const std::string& file_name) {
  Text text;
  text.file = file_name;
  std::array<char, 1 << 16> chunk;  // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
  while (stream.good() && text.bytes.size() <= kLargestText) {
    stream.read(chunk.data(), chunk.size());
    text.bytes.append(chunk.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) {
    throw InputError(file_name, {}, "cannot be read, expected a readable file");
  }
  if (text.bytes.size() > kLargestText) {
    throw InputError(file_name, {}, "is too large, expected at most 64 MiB");
  }
  drop_byte_order_mark(text);
  check_text(text.bytes, text.file);
  return text;
}

Text read_text(const std::filesystem::path& file) {
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
  return read_text(stream, name);
}

}  // namespace warpshop::io
