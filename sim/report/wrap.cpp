#include "sim/report/wrap.hpp"

#include <algorithm>
#include <utility>

#include "sim/model/utf8.hpp"

namespace warpshop::report {
namespace {

/// Bytes of the most characters from the first on that take no more than `cells`: at least one, with its marks.
std::size_t bytes_of(std::string_view text, std::size_t cells) {
  std::size_t bytes = 0;
  for (std::size_t used = 0; bytes < text.size();) {
    const std::size_t length = std::max<std::size_t>(character_length(text.substr(bytes)), 1);
    used += display_width(text.substr(bytes, length));
    if (used > cells && bytes > 0) {
      break;
    }
    bytes += length;
  }
  return bytes;
}

/// What may stand at the ends of two lines: a word, or a part of one that is longer than a line.
struct Piece {
  std::string_view text;
  bool after_space = false;
};

void add_word(std::string_view word, std::size_t width, bool after_space, std::vector<Piece>& pieces) {
  if (display_width(word) <= width) {
    pieces.push_back({word, after_space});
    return;
  }
  while (!word.empty()) {
    const std::size_t dash = std::min(word.find('-'), word.size() - 1) + 1;
    const std::size_t length = std::min(dash, bytes_of(word, width));
    pieces.push_back({word.substr(0, length), after_space});
    word.remove_prefix(length);
    after_space = false;
  }
}

std::vector<Piece> pieces_of(std::string_view text, std::size_t width) {
  std::vector<Piece> pieces;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    add_word(text.substr(start, end - start), width, start > 0, pieces);
    start = end + 1;
  }
  return pieces;
}

}  // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  if (width == 0 || display_width(text) <= width) {
    return {std::string(text)};
  }
  std::vector<std::string> lines(1);
  std::size_t used = 0;
  for (const Piece& piece : pieces_of(text, width)) {
    const std::size_t length = display_width(piece.text);
    const std::size_t space = piece.after_space ? 1 : 0;
    if (used > 0 && used + space + length > width) {
      lines.emplace_back();
      used = 0;
    }
    if (space > 0 && used > 0) {
      lines.back() += ' ';
      ++used;
    }
    lines.back() += piece.text;
    used += length;
  }
  return lines;
}

std::string wrapped_lines(std::string_view text, std::size_t width, std::size_t indent) {
  const std::size_t used = 2 * indent < width ? indent : 0;
  std::string whole;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::size_t before = 0;
    for (const std::string& line : wrapped(text.substr(0, end), width > 0 ? width - used : 0)) {
      whole.append(std::exchange(before, used), ' ').append(line).append("\n");
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return whole;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (display_width(text) <= most) {
    return std::string(text);
  }
  return std::string(text.substr(0, most > 1 ? bytes_of(text, most - 1) : 0)) + "…";
}

}  // namespace warpshop::report
