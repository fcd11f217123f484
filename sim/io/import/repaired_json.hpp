#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpshop::io {

/// Makes JSON out of nearly that. Within strings, bytes that are not UTF-8, and control characters but white space,
/// become escapes, by which strings show them as printable() does (`\xff`) or have them (U+0001). Outside of them, what
/// C and Python write for numbers that are none (`inf`, `-Infinity`, `nan`, …) becomes `null`. All else stays a
/// mistake.
class RepairedJson {
 public:
  /// Appends `bytes` to `text`. What may be the start of a character, or of such a word, waits for the next ones,
  /// unless these are the last.
  void append(std::string& text, std::string_view bytes, bool last);

 private:
  /// Where the text is: in a string, behind a `\` in one, or in none.
  enum class Where : std::uint8_t { outside, string, escape };

  std::string characters(std::string_view bytes, bool last);
  void append_without_words(std::string& text, std::string_view bytes);
  void end_word(std::string& text);

  std::string waiting_;  ///< the start of a character
  std::string word_;     ///< the start of a word, with its sign, outside of strings
  Where where_ = Where::outside;
  bool opened_ = false;  ///< something other than a text has begun
};

}  // namespace warpshop::io
