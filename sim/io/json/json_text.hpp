#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace warpshop::io {

/// A JSON value in one line, always valid: a byte of a text that is not UTF-8 becomes U+FFFD, a number that is not
/// finite null. Characters that do not show as themselves (see is_printable()) are escaped, so that a name can neither
/// hide nor turn what a terminal shows. Every writer of JSON here goes through it.
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace warpshop::io
