#pragma once

#include <string_view>

namespace warpshop::report::html {

/// The style sheet of every page: light and dark, for screens from 320 pixels on and for paper. Drawings use its
/// classes: `k0` … `k7` for what is told apart, `h0` … `h8` for more and more of something.
extern const std::string_view kPageStyle;

/// What makes charts with class `zoom` larger: buttons, + - 0 on the keyboard, Ctrl and the wheel. Pages are whole
/// without it.
extern const std::string_view kPageScript;

/// Patterns that drawings fill with, by reference: `#idle`, `#both`.
extern const std::string_view kPagePatterns;

}  // namespace warpshop::report::html
