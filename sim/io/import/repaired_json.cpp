#include "sim/io/import/repaired_json.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

bool must_be_escaped(char byte) {
  return static_cast<unsigned char>(byte) < 0x20 && byte != '\n' && byte != '\r' && byte != '\t';
}

/// Whether `rest`, which starts no whole character, may start one with more bytes behind it.
bool may_go_on(std::string_view rest) {
  const auto lead = static_cast<unsigned char>(rest.front());
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
  return rest.size() < length && std::all_of(rest.begin() + 1, rest.end(), continues_character);
}

bool is_of_word(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

bool is_same_word(std::string_view one, std::string_view lower) {
  return std::equal(one.begin(), one.end(), lower.begin(), lower.end(), [](char a, char b) {
    constexpr int kUpperToLower = 'a' - 'A';
    return a == b || (a >= 'A' && a <= 'Z' && a + kUpperToLower == b);
  });
}

/// As C and Python write what is no number, with a sign or without.
bool is_no_number(std::string_view word) {
  word.remove_prefix(word.starts_with('-') ? 1 : 0);
  return is_same_word(word, "inf") || is_same_word(word, "infinity") || is_same_word(word, "nan");
}

}  // namespace

void RepairedJson::append(std::string& text, std::string_view bytes, bool last) {
  append_without_words(text, characters(bytes, last));
  if (last) {
    end_word(text);
  }
}

std::string RepairedJson::characters(std::string_view bytes, bool last) {
  std::string text;
  std::string joined = std::move(waiting_);
  waiting_.clear();
  joined.append(bytes);
  std::string_view rest = joined;
  while (!rest.empty()) {
    std::size_t length = character_length(rest);
    if (length == 0 && !last && may_go_on(rest)) {
      waiting_ = rest;
      break;
    }
    const auto byte = static_cast<unsigned char>(rest.front());
    if (length == 0) {
      text += fmt::format(R"(\\x{:02x})", byte);
      length = 1;
    } else if (must_be_escaped(rest.front())) {
      text += fmt::format(R"(\u{:04X})", byte);
    } else {
      text.append(rest.substr(0, length));
    }
    rest.remove_prefix(length);
  }
  return text;
}

void RepairedJson::append_without_words(std::string& text, std::string_view bytes) {
  constexpr std::size_t kLongestWord = 9;  // -infinity
  if (!opened_) {
    const std::size_t first = std::min(bytes.find_first_of("[{"), bytes.size());
    text.append(bytes.substr(0, first));
    bytes.remove_prefix(first);
    opened_ = !bytes.empty();
  }
  while (!bytes.empty()) {
    if (where_ == Where::escape) {
      text += bytes.front();
      bytes.remove_prefix(1);
      where_ = Where::string;
      continue;
    }
    const auto* const stop = std::find_if(bytes.begin(), bytes.end(), [&](char byte) {
      return byte == '"' || (where_ == Where::string ? byte == '\\' : byte == '-' || is_of_word(byte));
    });
    const auto plain = static_cast<std::size_t>(stop - bytes.begin());
    if (plain > 0) {
      end_word(text);
      text.append(bytes.substr(0, plain));
      bytes.remove_prefix(plain);
      continue;
    }
    const char byte = bytes.front();
    bytes.remove_prefix(1);
    if (byte == '"' || where_ == Where::string) {
      end_word(text);
      text += byte;
      where_ = byte == '\\' ? Where::escape : where_ == Where::string ? Where::outside : Where::string;
      continue;
    }
    if (byte == '-' || word_.size() == kLongestWord) {
      end_word(text);
    }
    word_ += byte;
  }
}

void RepairedJson::end_word(std::string& text) {
  if (!word_.empty()) {
    text += is_no_number(word_) ? "null" : word_;
    word_.clear();
  }
}

}  // namespace warpshop::io
