#include "sim/io/near_names.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace warpshop {
namespace {

std::string letters_of(std::string_view text) {
  std::string letters;
  for (const char each : text) {
    if (each != '-' && each != '_' && each != ' ') {
      letters += each >= 'A' && each <= 'Z' ? static_cast<char>(each - 'A' + 'a') : each;
    }
  }
  return letters;
}

/// Levenshtein: letters put in, taken out or exchanged.
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t exchanged = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({exchanged, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string> near_names(std::string_view text, const std::vector<std::string>& names) {
  constexpr std::size_t kShortest = 2;
  constexpr std::size_t kMostEdits = 2;
  const std::string meant = letters_of(text);
  std::vector<std::string> found;
  for (const std::string& name : names) {
    const std::string letters = letters_of(name);
    const bool holds = meant.size() >= kShortest &&
                       (letters.find(meant) != std::string::npos || meant.find(letters) != std::string::npos);
    if (holds || (meant.size() > 2 * kMostEdits && meant.size() <= letters.size() + kMostEdits &&
                  edits_between(meant, letters) <= kMostEdits)) {
      found.push_back(name);
    }
  }
  return found;
}

}  // namespace warpshop
