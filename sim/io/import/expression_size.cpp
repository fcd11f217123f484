#include "sim/io/import/expression_size.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace warpshop::io {
namespace {

/// Reads an expression once, from the left.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool refers_back() const { return refers_back_; }

  /// Of all up to the end, or the parenthesis that closes the group.
  double alternatives(bool in_group) {
    double size = 0;
    while (!text_.empty() && !(in_group && text_.front() == ')')) {
      double piece = element();
      while (const auto copies = repetition()) {
        piece = piece * *copies + 1;
      }
      size += piece;
    }
    return size;
  }

 private:
  bool take(char character) {
    const bool is_next = !text_.empty() && text_.front() == character;
    text_.remove_prefix(is_next ? 1 : 0);
    return is_next;
  }
  void skip(std::size_t count) { text_.remove_prefix(std::min(count, text_.size())); }

  double element() {
    if (take('(')) {
      const double size = alternatives(true) + 1;
      take(')');
      return size;
    }
    if (take('[')) {
      skip_bracket();
      return 1;
    }
    const bool is_escaped = take('\\');
    refers_back_ = refers_back_ || (is_escaped && !text_.empty() && text_.front() >= '1' && text_.front() <= '9');
    skip(1);
    return 1;
  }

  /// Behind its `[`; classes such as [:alpha:] may hold a `]`.
  void skip_bracket() {
    take('^');
    take(']');  // the first one is a character of it
    while (!text_.empty() && !take(']')) {
      if (const std::string_view kind = text_.substr(0, 2); kind == "[:" || kind == "[." || kind == "[=") {
        const std::size_t end = text_.find(kind == "[:" ? ":]" : kind == "[." ? ".]" : "=]", 2);
        skip(end == std::string_view::npos ? text_.size() : end + 2);
      } else {
        skip(1);
      }
    }
  }

  /// How many copies of what stands before it an operator makes, if one is next.
  std::optional<double> repetition() {
    if (take('*') || take('?')) {
      return 1;
    }
    if (take('+')) {
      return 2;
    }
    const std::string_view before = text_;
    if (take('{')) {
      const std::optional<double> least = number();
      const bool is_range = take(',');
      const std::optional<double> most = is_range ? number() : least;
      if (take('}') && (least || most)) {
        return most ? std::max(*most, least.value_or(0)) : *least + 1;
      }
      text_ = before;  // no repetition: a character, or an error
    }
    return std::nullopt;
  }

  std::optional<double> number() {
    std::optional<double> value;
    for (; !text_.empty() && text_.front() >= '0' && text_.front() <= '9'; skip(1)) {
      value = value.value_or(0) * 10 + (text_.front() - '0');
    }
    return value;
  }

  std::string_view text_;
  bool refers_back_ = false;
};

}  // namespace

double expanded_size(std::string_view expression) {
  return Reader(expression).alternatives(false);
}

bool refers_back(std::string_view expression) {
  Reader reader(expression);
  reader.alternatives(false);
  return reader.refers_back();
}

}  // namespace warpshop::io
