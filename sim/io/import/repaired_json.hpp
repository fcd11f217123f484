#pragma once

#include <string>
#include <string_view>

namespace warpshop::io {

/// Makes JSON out of nearly that: bytes that are not UTF-8, and control characters but white space, become escapes, by
/// which strings show them as printable() does (`\xff`) or have them (U+0001). Where no string is, they stay a mistake.
class RepairedJson {
 public:
  /// Appends `bytes` to `text`. What may be the start of a character waits for the next ones, unless these are the
  /// last.
  void append(std::string& text, std::string_view bytes, bool last);

 private:
  std::string waiting_;
};

}  // namespace warpshop::io
