#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpshop::report {

/// The lines of a text, each of at most `width` characters, broken at spaces, and behind a dash within what is longer
/// than a line; what has neither is broken anywhere. At least one line. width: ≥ 1; 0: no limit.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// The same of each line of a text, as one text whose lines all end with newlines; what a line goes on with is indented
/// by so many spaces, unless that is half of the width.
std::string wrapped_lines(std::string_view text, std::size_t width, std::size_t indent);

/// The start of a text that takes more cells of a terminal than that, and `…`, in so many; others as they are. most: ≥
/// 1.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace warpshop::report
