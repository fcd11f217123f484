#pragma once

#include <chrono>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace warpshop::io {

using Json = nlohmann::ordered_json;

/// A JSON value in one line, always valid: a byte of a text that is not UTF-8 becomes U+FFFD, a number that is not
/// finite null. Characters that do not show as themselves (see is_printable()) are escaped, so that a name can neither
/// hide nor turn what a terminal shows. Every writer of JSON here goes through it.
std::string json_text(const Json& json);

}  // namespace warpshop::io

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
