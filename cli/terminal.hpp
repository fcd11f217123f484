#pragma once

#include <cstddef>

namespace warpshop::cli {

/// Characters in a line of standard output: those of the terminal, else those that COLUMNS names, else what the caller
/// takes for it. A terminal that does not say has 80.
std::size_t terminal_width(std::size_t otherwise);

/// Whether the locale's characters are UTF-8, by LC_ALL, else LC_CTYPE, else LANG.
bool shows_unicode();

}  // namespace warpshop::cli
