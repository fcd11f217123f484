#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "sim/model/basis.hpp"

/// A duration is its number, in the unit of its type: Millis in milliseconds.
template <class Period>
struct nlohmann::adl_serializer<std::chrono::duration<double, Period>> {
  static void to_json(ordered_json& json, std::chrono::duration<double, Period> time) { json = time.count(); }
};

/// What is not there is null.
template <class Value>
struct nlohmann::adl_serializer<std::optional<Value>> {
  static void to_json(ordered_json& json, const std::optional<Value>& value) {
    json = value ? ordered_json(*value) : ordered_json(nullptr);
  }
};

namespace warpshop::io {

using Json = nlohmann::ordered_json;

/// A JSON value in one line, always valid: a text that is not UTF-8 is written as_utf8(), a number that is not finite
/// as null. Characters that do not show as themselves (see is_printable()) are escaped, so that a name can neither hide
/// nor turn what a terminal shows. Every writer of JSON here goes through it.
std::string json_text(const Json& json);

/// The same value with change(text) for each of its texts.
Json with_texts(Json json, const std::function<std::string(std::string_view)>& change);

// What several documents have.

/// `assumed` and `set`: lists of text, which may be empty. Then `file`, `seed`, `budget` (null without one) and
/// `version`. The name of a file is written as_utf8().
void add_origin(Json& json, const Basis& basis, const Origin& origin);

/// A list of row(element) for each of the elements.
template <class Elements, class Row>
Json list_of(const Elements& elements, const Row& row) {
  Json list = Json::array();
  for (const auto& element : elements) {
    list.push_back(row(element));
  }
  return list;
}

}  // namespace warpshop::io
