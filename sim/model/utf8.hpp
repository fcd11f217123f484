#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpshop {

/// Whether a byte is the second or a later one of a UTF-8 character.
constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Characters of UTF-8 text, as columns of a file are counted; a byte that is none counts as one.
std::size_t character_count(std::string_view text);

/// Cells of a terminal that a printable character takes: 0 for marks that stand on the one before, 2 for most of
/// Chinese, Japanese and Korean and for emoji (Unicode 14, UAX 11: W and F), 1 for all others.
std::size_t character_width(char32_t character);

/// Cells of a terminal that printable text takes: the sum over its characters.
std::size_t display_width(std::string_view text);

/// Length of the UTF-8 character at the start of `bytes`, which are not empty: 1 … 4, or 0 if there is none (Unicode
/// 15, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t character_length(std::string_view bytes);

/// Whether all of `bytes` is UTF-8.
bool is_utf8(std::string_view bytes);

/// The code point of one UTF-8 character.
char32_t code_point(std::string_view character);

/// Whether a character shows as itself, in its place, on a terminal and in an editor: no control characters (C0, DEL,
/// C1), line and paragraph separators, characters that turn the direction of what follows (UAX 9), or are invisible and
/// join nothing, tags, non-characters.
bool is_printable(char32_t character);

/// `text` for people: what is_printable() refuses as \xNN, \uNNNN or \UNNNNNNNN, and so are bytes that are not UTF-8,
/// as \xNN. The rest as it is.
std::string printable(std::string_view text);

/// printable() text in single quotes, shortened to 60 bytes, for messages.
std::string in_quotes(std::string_view text);

/// `text` for programs: bytes that are not UTF-8 as \xNN, such as those of a file name; the rest as it is.
std::string as_utf8(std::string_view text);

}  // namespace warpshop
