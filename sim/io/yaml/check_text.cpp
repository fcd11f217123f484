#include "sim/io/yaml/check_text.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

unsigned char byte_at(std::string_view bytes, std::size_t position) {
  return static_cast<unsigned char>(bytes[position]);
}

bool is_control(unsigned char byte) {
  return (byte < 0x20 && byte != '\t' && byte != '\n') || byte == 0x7F;
}

/// Whether a line that starts with `rest` starts a document, or ends one.
bool is_document_marker(std::string_view rest) {
  const bool marked = rest.starts_with("---") || rest.starts_with("...");
  return marked && (rest.size() == 3 || std::string_view{" \t\r\n"}.find(rest[3]) != std::string_view::npos);
}

[[noreturn]] void refuse_control(unsigned char byte, const std::string& file_name, Mark mark) {
  if (byte == '\r') {
    throw InputError(file_name, mark, "a CR without an LF, expected lines that end in LF or CRLF");
  }
  throw InputError(file_name, mark, fmt::format("control character 0x{:02X}, expected text", byte));
}

}  // namespace

void check_text(std::string_view bytes, const std::string& file_name) {
  Mark mark{1, 1};
  std::array<bool, 2> marker_seen{};  // by whether it ends a document
  for (std::size_t position = 0; position < bytes.size();) {
    const unsigned char byte = byte_at(bytes, position);
    const bool is_crlf = byte == '\r' && position + 1 < bytes.size() && bytes[position + 1] == '\n';
    if (is_control(byte) && !is_crlf) {
      refuse_control(byte, file_name, mark);
    }
    if (mark.column == 1 && byte == '%') {
      throw InputError(file_name, mark, "YAML directives are not allowed, expected plain YAML");
    }
    if (mark.column == 1 && is_document_marker(bytes.substr(position)) &&
        std::exchange(marker_seen[byte == '.' ? 1 : 0], true)) {
      throw InputError(file_name, mark,
                       fmt::format("a second '{}', expected one YAML document", bytes.substr(position, 3)));
    }
    const std::size_t length = character_length(bytes.substr(position));
    if (length == 0) {
      throw InputError(file_name, mark, fmt::format("byte 0x{:02X} is not UTF-8, expected UTF-8", byte));
    }
    position += length;
    mark = byte == '\n' ? Mark{mark.line + 1, 1} : Mark{mark.line, mark.column + 1};
  }
}

}  // namespace warpshop::io
