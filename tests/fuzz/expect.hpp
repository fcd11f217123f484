#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include "sim/model/error.hpp"
#include "tests/fuzz/is_json.hpp"

namespace warpshop::test {

/// What mutants are called in errors.
inline constexpr const char* kMutant = "mutant";

inline void expect(bool holds, const std::string& what) {
  if (!holds) {
    throw std::logic_error(what);
  }
}

/// Lines of characters that show.
inline void expect_text(std::string_view text, const std::string& what) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    expect(printable(line) == line, what + " has characters that do not show: " + printable(line));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
}

inline void expect_json(const std::string& text, const std::string& what) {
  expect(is_json(text), what + " is no JSON: " + text);
}

/// `FILE:LINE:COLUMN: …` with both from 1, and a message that shows.
inline void expect_place(const InputError& error, const std::string& file) {
  const std::string text = error.what();
  expect_text(text, "a message");
  std::size_t position = file.size();
  bool placed = text.starts_with(file);
  for (int number = 0; number < 2 && placed; ++number) {
    const std::size_t end = text.find_first_not_of("0123456789", position + 1);
    placed = text[position] == ':' && end != std::string::npos && end > position + 1 && text[position + 1] != '0';
    position = end;
  }
  expect(placed && text.compare(position, 2, ": ") == 0, "an error without a place: " + text);
}

}  // namespace warpshop::test
