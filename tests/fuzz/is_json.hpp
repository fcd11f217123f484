#pragma once

#include <string_view>

namespace warpshop::test {

/// Whether a text is one JSON value by RFC 8259, in UTF-8, with white space around it; no objects deeper than 64
/// levels. Written from the RFC alone, so that it does not share the mistakes of what writes JSON.
bool is_json(std::string_view text);

}  // namespace warpshop::test
