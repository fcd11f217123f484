#include "sim/io/json/json_text.hpp"

#include <algorithm>
#include <string_view>

#include "sim/model/utf8.hpp"

namespace warpshop::io {

std::string json_text(const Json& json) {
  const auto replace = Json::error_handler_t::replace;
  std::string text = json.dump(-1, ' ', false, replace);
  if (std::all_of(text.begin(), text.end(), [](char byte) { return byte >= 0x20 && byte < 0x7F; })) {
    return text;
  }
  std::string escaped;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view character = rest.substr(0, character_length(rest));
    const std::string in_ascii =
        is_printable(code_point(character)) ? "" : Json(character).dump(-1, ' ', true, replace);
    escaped += in_ascii.empty() ? character : std::string_view{in_ascii}.substr(1, in_ascii.size() - 2);
    rest.remove_prefix(character.size());
  }
  return escaped;
}

}  // namespace warpshop::io
