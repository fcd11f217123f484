#pragma once

#include <string>
#include <string_view>

namespace warpshop::io {

/// `text` as a scalar, or a key outside brackets: in quotes where plain text could be taken for
/// anything else, and escapes for what does not show. All in one line. A byte that is not UTF-8 becomes U+FFFD.
std::string yaml_text(std::string_view text, bool in_brackets = false);

}  // namespace warpshop::io
