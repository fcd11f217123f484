#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpshop::io {

/// What read_text says of a text without its byte order mark; throws InputError. Columns count characters.
void check_text(std::string_view bytes, const std::string& file_name);

/// Whether a byte is the second or a later one of a UTF-8 character.
constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Length of the UTF-8 character at the start of `bytes`: 1 … 4, or 0 if there is none (Unicode 15, table 3-7: no
/// overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t character_length(std::string_view bytes);

}  // namespace warpshop::io
