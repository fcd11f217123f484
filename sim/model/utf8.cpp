#include "sim/model/utf8.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace warpshop {
namespace {

constexpr std::string_view kDollarQuote = "$'";

unsigned char byte_of(std::string_view bytes, std::size_t position) {
  return static_cast<unsigned char>(bytes[position]);
}

std::string hexadecimal(char32_t value, int digits) {
  std::string text;
  for (int digit = digits - 1; digit >= 0; --digit) {
    text += "0123456789abcdef"[(value >> (4 * static_cast<unsigned>(digit))) & 0xFU];
  }
  return text;
}

std::string escape(char32_t character) {
  return character < 0x80      ? "\\x" + hexadecimal(character, 2)
         : character < 0x10000 ? "\\u" + hexadecimal(character, 4)
                               : "\\U" + hexadecimal(character, 8);
}

/// Each character of `text` as `shown(character, code point)` says, bytes that are none as \xNN.
template <typename Shown>
std::string transformed(std::string_view text, Shown shown) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) {
      result += "\\x" + hexadecimal(byte_of(text, 0), 2);
    } else {
      result += shown(text.substr(0, length), code_point(text.substr(0, length)));
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

}  // namespace

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return !continues_character(byte); }));
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    width += length == 0 ? 1 : character_width(code_point(text.substr(0, length)));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return width;
}

std::size_t character_length(std::string_view bytes) {
  const unsigned char lead = byte_of(bytes, 0);
  if (lead < 0x80) {
    return 1;
  }
  const std::size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (length == 0 || length > bytes.size()) {
    return 0;
  }
  const unsigned char lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte_of(bytes, 1) < lowest || byte_of(bytes, 1) > highest) {
    return 0;
  }
  for (std::size_t position = 2; position < length; ++position) {
    if (!continues_character(bytes[position])) {
      return 0;
    }
  }
  return length;
}

bool is_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t length = character_length(bytes);
    if (length == 0) {
      return false;
    }
    bytes.remove_prefix(length);
  }
  return true;
}

char32_t code_point(std::string_view character) {
  const unsigned char lead = byte_of(character, 0);
  char32_t code = character.size() == 1 ? lead : lead & (0xFFU >> (character.size() + 1));
  for (const char byte : character.substr(1)) {
    code = code << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
  }
  return code;
}

bool is_printable(char32_t character) {
  struct Range {
    char32_t first, last;
  };
  constexpr std::array<Range, 13> kHidden{{{0x00, 0x1F},          // C0
                                           {0x7F, 0x9F},          // DEL, C1
                                           {0x061C, 0x061C},      // Arabic letter mark
                                           {0x180E, 0x180E},      // Mongolian vowel separator
                                           {0x200B, 0x200B},      // zero width space
                                           {0x200E, 0x200F},      // left-to-right and right-to-left mark
                                           {0x2028, 0x202E},      // separators, embeddings and overrides
                                           {0x2060, 0x206F},      // word joiner, isolates, deprecated
                                           {0xFDD0, 0xFDEF},      // non-characters
                                           {0xFEFF, 0xFEFF},      // byte order mark
                                           {0xFFF9, 0xFFFB},      // interlinear annotation
                                           {0x1D173, 0x1D17A},    // musical beams and slurs
                                           {0xE0000, 0xE007F}}};  // tags
  constexpr char32_t kPlane = 0xFFFF;
  return (character & kPlane) < 0xFFFE && std::none_of(kHidden.begin(), kHidden.end(), [&](const Range& range) {
           return character >= range.first && character <= range.last;
         });
}

std::string printable(std::string_view text) {
  return transformed(text, [](std::string_view character, char32_t code) {
    return is_printable(code) ? std::string{character} : escape(code);
  });
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongestShown = 60;  // bytes
  std::size_t length = text.size();
  if (length > kLongestShown) {
    length = kLongestShown;
    while (length > 0 && continues_character(text[length])) {
      --length;
    }
  }
  return '\'' + printable(text.substr(0, length)) + (length < text.size() ? "…'" : "'");
}

std::string in_dollar_quotes(std::string_view text) {
  return std::string{kDollarQuote} +
         transformed(text,
                     [](std::string_view character, char32_t code) {
                       std::string shown;
                       for (const char byte : character) {
                         shown += is_printable(code) ? std::string{byte}
                                                     : "\\x" + hexadecimal(static_cast<unsigned char>(byte), 2);
                       }
                       return character == "\\" || character == "'" ? "\\" + shown : shown;
                     }) +
         "'";
}

std::string as_utf8(std::string_view text) {
  return is_utf8(text) && !text.starts_with(kDollarQuote) ? std::string{text} : in_dollar_quotes(text);
}

std::string as_bytes(std::string_view text) {
  if (!text.starts_with(kDollarQuote) || !text.ends_with('\'')) {
    return std::string{text};
  }
  text = text.substr(kDollarQuote.size(), text.size() - kDollarQuote.size() - 1);
  std::string bytes;
  while (!text.empty()) {
    unsigned byte = static_cast<unsigned char>(text.front());
    std::size_t length = 1;
    if (text.starts_with("\\x")) {
      constexpr std::size_t kDigitsEnd = 4;
      const std::string_view digits = text.substr(2, 2);
      length =
          std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16).ec == std::errc{} ? kDigitsEnd : 1;
    } else if (text.size() > 1 && text.front() == '\\') {
      byte = static_cast<unsigned char>(text[1]);
      length = 2;
    }
    bytes += static_cast<char>(byte);
    text.remove_prefix(std::min(length, text.size()));
  }
  return bytes;
}

}  // namespace warpshop
