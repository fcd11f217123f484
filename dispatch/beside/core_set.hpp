#pragma once

#include <array>
#include <climits>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpshop::dispatch {

/// Some cores of a machine, by the numbers that Linux gives them, 0 … kMost - 1.
class CoreSet {
 public:
  using Word = unsigned long;  // NOLINT(google-runtime-int): what sched_setaffinity(2) is made of
  static constexpr std::size_t kWordBits = sizeof(Word) * CHAR_BIT;
  static constexpr std::size_t kMost = 4096;
  using Words = std::array<Word, kMost / kWordBits>;

  bool has(std::size_t core) const { return (words_[core / kWordBits] >> (core % kWordBits) & 1U) != 0; }
  void add(std::size_t core) { words_[core / kWordBits] |= Word{1} << (core % kWordBits); }
  std::size_t count() const;
  /// In increasing order.
  std::vector<std::size_t> cores() const;
  bool operator==(const CoreSet&) const = default;

  const Words& words() const { return words_; }
  Words& words() { return words_; }

 private:
  Words words_{};
};

/// The first `count` of them, or those behind these.
CoreSet first_cores(const CoreSet& of, std::size_t count);
CoreSet cores_behind(const CoreSet& of, std::size_t count);

/// `4-7,9`, as taskset(1) has it. None: it is no such thing, or empty, or beyond kMost.
std::optional<CoreSet> parse_cores(std::string_view text);

}  // namespace warpshop::dispatch
