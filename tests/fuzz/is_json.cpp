#include "tests/fuzz/is_json.hpp"

#include <algorithm>
#include <cstddef>

#include "sim/model/utf8.hpp"

namespace warpshop::test {
namespace {

class JsonRecogniser {
 public:
  explicit JsonRecogniser(std::string_view text) : rest_(text) {}

  bool whole() { return value(0) && (skip_space(), rest_.empty()); }

 private:
  static bool is_digit(char character) { return character >= '0' && character <= '9'; }
  bool next_is(char character) const { return !rest_.empty() && rest_.front() == character; }

  bool take(char character) {
    if (!next_is(character)) {
      return false;
    }
    rest_.remove_prefix(1);
    return true;
  }
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) {
      return false;
    }
    rest_.remove_prefix(word.size());
    return true;
  }
  void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }

  bool value(int depth) {
    constexpr int kDeepest = 64;
    skip_space();
    if (depth > kDeepest || rest_.empty()) {
      return false;
    }
    switch (rest_.front()) {
      case '{':
        return elements('}', depth, true);
      case '[':
        return elements(']', depth, false);
      case '"':
        return string();
      default:
        return take("true") || take("false") || take("null") || number();
    }
  }

  bool elements(char end, int depth, bool with_keys) {
    rest_.remove_prefix(1);
    skip_space();
    if (take(end)) {
      return true;
    }
    do {
      skip_space();
      if (with_keys && !(string() && (skip_space(), take(':')))) {
        return false;
      }
      if (!value(depth + 1)) {
        return false;
      }
      skip_space();
    } while (take(','));
    return take(end);
  }

  bool string() {
    if (!take('"')) {
      return false;
    }
    while (!rest_.empty() && rest_.front() != '"') {
      const bool fine = rest_.front() == '\\' ? escape() : character();
      if (!fine) {
        return false;
      }
    }
    return take('"');
  }

  bool character() {
    const std::size_t length = character_length(rest_);
    if (length == 0 || static_cast<unsigned char>(rest_.front()) < 0x20) {
      return false;
    }
    rest_.remove_prefix(length);
    return true;
  }

  bool escape() {
    rest_.remove_prefix(1);
    if (rest_.empty()) {
      return false;
    }
    const char kind = rest_.front();
    rest_.remove_prefix(1);
    if (kind != 'u') {
      return std::string_view{"\"\\/bfnrt"}.find(kind) != std::string_view::npos;
    }
    constexpr std::size_t kDigits = 4;
    const std::string_view digits = rest_.substr(0, kDigits);
    rest_.remove_prefix(digits.size());
    return digits.size() == kDigits && digits.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
  }

  bool digits() {
    std::size_t count = 0;
    for (; !rest_.empty() && is_digit(rest_.front()); ++count) {
      rest_.remove_prefix(1);
    }
    return count > 0;
  }

  bool number() {
    take('-');
    if (!take('0') && !digits()) {
      return false;
    }
    if (take('.') && !digits()) {
      return false;
    }
    if (take('e') || take('E')) {
      if (!take('+')) {
        take('-');
      }
      return digits();
    }
    return true;
  }

  std::string_view rest_;
};

}  // namespace

bool is_json(std::string_view text) {
  return JsonRecogniser(text).whole();
}

}  // namespace warpshop::test
