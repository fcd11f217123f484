#include "tests/fuzz/mutator.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace warpshop::test {
namespace {

constexpr std::string_view kCharacters = "[]{},:?-&*!|>'\"%@`#~ \t\r\n.0189eE+_/=<\\\x80\xC2\xE2\xFF\x1B";

/// YAML's and JSON's edges, and characters that do not show.
constexpr std::array<std::string_view, 37> kPieces{"\\N",
                                                   "\\_",
                                                   "\\x9b",
                                                   "\\u202e",
                                                   "\\ud800",
                                                   "\\u001b",
                                                   "\\U0001F600",
                                                   "\xC2\x9B",
                                                   "\xE2\x80\xAE",
                                                   "\"\"",
                                                   "'",
                                                   "\"",
                                                   "null",
                                                   "~",
                                                   "true",
                                                   ".nan",
                                                   ".inf",
                                                   "[]",
                                                   "{}",
                                                   "1e999",
                                                   "-1",
                                                   "1e-30 ms",
                                                   "0 ms",
                                                   "1e15 ms",
                                                   "0 B",
                                                   "9007199254740993",
                                                   "1e15",
                                                   "--- ",
                                                   "\n...\n",
                                                   "=1+1",
                                                   "a#1",
                                                   "count: 2",
                                                   "after: [a]",
                                                   "due: 1 ms",
                                                   "release: 1e15 ms",
                                                   "18446744073709551616",
                                                   "\r\n"};

bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

}  // namespace

void Mutator::change(std::string& text, const std::vector<std::string>& seeds) {
  constexpr std::size_t kLongest = 40;
  const std::size_t from = below(text.size());
  const std::size_t length = 1 + below(kLongest);
  switch (below(8)) {
    case 0:
      text[from] = static_cast<char>(static_cast<unsigned char>(text[from]) ^ (1U << below(8)));
      break;
    case 1:
      text[from] = kCharacters[below(kCharacters.size())];
      break;
    case 2:
      text.erase(from, length);
      break;
    case 3:
      text.insert(below(text.size()), text.substr(from, length));
      break;
    case 4:
      text.insert(from, 1, kCharacters[below(kCharacters.size())]);
      break;
    case 5: {
      const std::string& other = seeds[below(seeds.size())];
      text.insert(from, other.substr(below(other.size()), length));
      break;
    }
    case 6: {  // the next number becomes another
      const auto start = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), is_digit);
      const auto end = std::find_if_not(start, text.end(), is_digit);
      text.replace(start, end, kPieces[below(kPieces.size())]);
      break;
    }
    default:
      text.insert(from, kPieces[below(kPieces.size())]);
  }
}

std::string Mutator::mutant(const std::vector<std::string>& seeds) {
  std::string text = seeds[below(seeds.size())];
  for (std::size_t changes = below(2) == 0 ? 1 : 1 + below(4); changes > 0 && !text.empty(); --changes) {
    change(text, seeds);
  }
  return text;
}

}  // namespace warpshop::test
