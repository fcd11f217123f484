#include "sim/io/json/json_parts.hpp"

#include <algorithm>
#include <utility>

#include "sim/model/utf8.hpp"

namespace warpshop::io {

namespace {

std::string dumped(const Json& json, bool in_ascii = false) {
  try {
    return json.dump(-1, ' ', in_ascii);
  } catch (const Json::type_error&) {  // it is not UTF-8
    return with_texts(json, as_utf8).dump(-1, ' ', in_ascii);
  }
}

}  // namespace

Json with_texts(Json json, const std::function<std::string(std::string_view)>& change) {
  if (json.is_string()) {
    return change(json.get_ref<const std::string&>());
  }
  if (json.is_object()) {
    Json changed = Json::object();
    for (auto& [key, value] : json.items()) {
      changed[change(key)] = with_texts(std::move(value), change);
    }
    return changed;
  }
  for (Json& element : json) {
    if (element.is_structured() || element.is_string()) {
      element = with_texts(std::move(element), change);
    }
  }
  return json;
}

std::string json_text(const Json& json) {
  std::string text = dumped(json);
  if (std::all_of(text.begin(), text.end(), [](char byte) { return byte >= 0x20 && byte < 0x7F; })) {
    return text;
  }
  std::string escaped;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view character = rest.substr(0, character_length(rest));
    const std::string in_ascii = is_printable(code_point(character)) ? "" : dumped(Json(character), true);
    escaped += in_ascii.empty() ? character : std::string_view{in_ascii}.substr(1, in_ascii.size() - 2);
    rest.remove_prefix(character.size());
  }
  return escaped;
}

}  // namespace warpshop::io
