#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/model/share.hpp"

namespace warpshop::evaluate {

/// Values as the words of their bits: what differs in any bit is another key.
class WordsKey {
 public:
  template <class Value>
  WordsKey& add(const Value& value) {
    if constexpr (sizeof value < sizeof(std::uint64_t)) {
      words_.push_back(static_cast<std::uint64_t>(value));
    } else {
      for (const std::uint64_t word :
           std::bit_cast<std::array<std::uint64_t, sizeof value / sizeof(std::uint64_t)>>(value)) {
        words_.push_back(word);
      }
    }
    return *this;
  }
  /// Not the word of a number below 2^32. It has SMs, fewer than 2^16.
  WordsKey& add(const SmRange& range) {
    words_.push_back(std::uint64_t{range.sms} << 48 | std::uint64_t{range.first} << 32 | range.ctas);
    return *this;
  }
  void clear() { words_.clear(); }
  std::size_t size() const { return words_.size(); }

  struct Hash {
    std::size_t operator()(const WordsKey& key) const {
      std::uint64_t hash = key.words_.size();
      for (const std::uint64_t word : key.words_) {
        hash = (hash ^ word) * 0x9e37'79b9'7f4a'7c15U;
        hash ^= hash >> 32;
      }
      return hash;
    }
  };
  friend bool operator==(const WordsKey&, const WordsKey&) = default;

 private:
  std::vector<std::uint64_t> words_;
};

/// Answers by what they depend on, until the keys together have too many words: then it begins anew. An answer takes
/// about as much memory as its key.
template <class Answer>
class Answers {
 public:
  static constexpr std::size_t kMostWords = 400'000;

  /// What make() says, which is called for new keys, until the next call.
  template <class Make>
  const Answer& get(const WordsKey& key, const Make& make) {
    if (const auto found = known_.find(key); found != known_.end()) {
      return found->second;
    }
    if (words_ + key.size() > kMostWords) {
      known_.clear();
      words_ = 0;
    }
    words_ += key.size();
    return known_.emplace(key, make()).first->second;
  }

 private:
  std::unordered_map<WordsKey, Answer, WordsKey::Hash> known_;
  std::size_t words_ = 0;
};

}  // namespace warpshop::evaluate
