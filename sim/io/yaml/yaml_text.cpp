#include "sim/io/yaml/yaml_text.hpp"

#include <nlohmann/json.hpp>

#include "sim/io/yaml/values.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {
namespace {

/// A JSON string is a YAML scalar in double quotes, and what does not show has the same escapes in YAML as for people.
/// (yaml-cpp's emitter leaves it as it is, and writes `580.65` and `yes` without quotes.)
std::string in_double_quotes(std::string_view text) {
  using Text = nlohmann::json;
  return printable(Text(text).dump(-1, ' ', false, Text::error_handler_t::replace));
}

/// Whether every YAML parser takes the text for itself: it starts with a letter, and holds no sign of YAML's.
bool is_plain_yaml(std::string_view text) {
  const auto is_letter = [](char each) { return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z'); };
  return is_utf8(text) && !text.empty() && is_letter(text.front()) && text.back() != ' ' && text.back() != ':' &&
         text.find(": ") == std::string_view::npos && text.find(" #") == std::string_view::npos &&
         in_double_quotes(text).find('\\') == std::string::npos && !is_yaml_boolean(text) && !is_word(text, "null") &&
         !is_word(text, "y") && !is_word(text, "n");
}

}  // namespace

std::string yaml_text(std::string_view text, bool in_brackets) {
  const bool is_safe = !in_brackets || text.find_first_of(",[]{}:?") == std::string_view::npos;
  return is_safe && is_plain_yaml(text) ? std::string{text} : in_double_quotes(text);
}

}  // namespace warpshop::io
