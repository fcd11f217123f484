#include "sim/io/import/repaired_json.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

bool must_be_escaped(char byte) {
  return static_cast<unsigned char>(byte) < 0x20 && byte != '\n' && byte != '\r' && byte != '\t';
}

/// Whether nothing has to be done; written so that it is vectorised.
bool is_plain(std::string_view bytes) {
  unsigned found = 0;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    found |= static_cast<unsigned>(value >= 0x80) |
             (static_cast<unsigned>(value < 0x20) & static_cast<unsigned>(value != '\n') &
              static_cast<unsigned>(value != '\r') & static_cast<unsigned>(value != '\t'));
  }
  return found == 0;
}

/// Whether `rest`, which starts no whole character, may start one with more bytes behind it.
bool may_go_on(std::string_view rest) {
  const auto lead = static_cast<unsigned char>(rest.front());
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
  return rest.size() < length && std::all_of(rest.begin() + 1, rest.end(), continues_character);
}

}  // namespace

void RepairedJson::append(std::string& text, std::string_view bytes, bool last) {
  if (waiting_.empty() && is_plain(bytes)) {
    text.append(bytes);
    return;
  }
  std::string joined = std::move(waiting_);
  waiting_.clear();
  joined.append(bytes);
  std::string_view rest = joined;
  while (!rest.empty()) {
    std::size_t length = character_length(rest);
    if (length == 0 && !last && may_go_on(rest)) {
      waiting_ = rest;
      return;
    }
    const auto byte = static_cast<unsigned char>(rest.front());
    if (length == 0) {
      fmt::format_to(std::back_inserter(text), R"(\\x{:02x})", byte);
      length = 1;
    } else if (must_be_escaped(rest.front())) {
      fmt::format_to(std::back_inserter(text), R"(\u{:04X})", byte);
    } else {
      text.append(rest.substr(0, length));
    }
    rest.remove_prefix(length);
  }
}

}  // namespace warpshop::io
