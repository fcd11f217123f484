#pragma once

#include <string>
#include <string_view>

namespace warpshop::io {

/// What read_text says of a text without its byte order mark; throws InputError. Columns count characters.
void check_text(std::string_view bytes, const std::string& file_name);

}  // namespace warpshop::io
