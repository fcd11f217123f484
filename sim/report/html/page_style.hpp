#pragma once

#include <string_view>

namespace warpshop::report::html {

/// The style sheet of every page: light and dark, for screens from 320 pixels on and for paper. Drawings use its
/// classes: `k0` … `k7` for what is told apart, `h0` … `h8` for more and more of something.
std::string_view page_style();

/// What makes charts with class `zoom` larger: buttons, + - 0 on the keyboard, Ctrl and the wheel. Pages are whole
/// without it.
std::string_view page_script();

/// Patterns that drawings fill with, by reference: `#idle`, `#both`.
std::string_view page_patterns();

}  // namespace warpshop::report::html
