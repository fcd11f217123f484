#include "sim/io/yaml/document_text.hpp"

#include <array>
#include <istream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sim/model/error.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

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

/// Columns count characters.
void check_text(std::string_view bytes, const std::string& file_name) {
  Mark mark{1, 1};
  std::array<bool, 2> marker_seen{};  // by whether it ends a document
  for (std::size_t position = 0; position < bytes.size();) {
    const auto byte = static_cast<unsigned char>(bytes[position]);
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
  std::string bytes;
  std::array<char, 1 << 16> chunk;  // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
  while (stream.good() && bytes.size() <= kLargestText) {
    stream.read(chunk.data(), chunk.size());
    bytes.append(chunk.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) {
    throw InputError(file_name, {}, "cannot be read, expected a readable file");
  }
  if (bytes.size() > kLargestText) {
    throw InputError(file_name, {}, "is too large, expected at most 64 MiB");
  }
  return checked_text(std::move(bytes), file_name);
}

Text checked_text(std::string bytes, std::string file_name) {
  Text text{.bytes = std::move(bytes), .file = std::move(file_name)};
  drop_byte_order_mark(text);
  check_text(text.bytes, text.file);
  return text;
}

Text read_text(const std::filesystem::path& file, Fifo fifo) {
  InputFile stream(file, fifo);
  return read_text(stream, file.string());
}

}  // namespace warpshop::io
