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

/// `text` as bash takes it between `$'` and `'`, in characters that show: `\` before `\` and `'`, and \xNN for the
/// bytes of what is_printable() refuses, or that are not UTF-8.
std::string in_dollar_quotes(std::string_view text);

/// `text` for programs, such as the name of a file: itself, or, where it is not UTF-8 or starts with `$'`,
/// in_dollar_quotes(). Different texts stay different: as_bytes() gives them back.
std::string as_utf8(std::string_view text);

/// What as_utf8() made `text` of.
std::string as_bytes(std::string_view text);

}  // namespace warpshop
