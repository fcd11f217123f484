#include "sim/io/json/json_text.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

/// As JSON escapes it: \uNNNN, above U+FFFF as two surrogates.
std::string escape(char32_t character) {
  constexpr char32_t kFirstWithTwo = 0x10000;
  if (character < kFirstWithTwo) {
    return fmt::format("\\u{:04x}", static_cast<unsigned>(character));
  }
  const auto above = static_cast<unsigned>(character - kFirstWithTwo);
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800U + (above >> 10U), 0xDC00U + (above & 0x3FFU));
}

bool is_plain(char byte) {
  return byte >= 0x20 && byte < 0x7F;
}

}  // namespace

std::string json_text(const nlohmann::ordered_json& json) {
  std::string text = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  if (std::all_of(text.begin(), text.end(), is_plain)) {
    return text;
  }
  std::string escaped;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view character = rest.substr(0, character_length(rest));
    const char32_t code = code_point(character);
    escaped += is_printable(code) ? std::string{character} : escape(code);
    rest.remove_prefix(character.size());
  }
  return escaped;
}

}  // namespace warpshop::io
