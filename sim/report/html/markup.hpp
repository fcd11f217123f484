#pragma once

#include <string>
#include <string_view>

namespace warpshop::report::html {

/// Text as it may stand between tags and in a quoted attribute: printable() (no control characters, nothing that turns
/// the direction of what follows), with & < > " ' as references.
std::string escaped(std::string_view text);

/// A number of a drawing, in its units: two decimals at most, none that are 0; 0 for what is not finite.
std::string coordinate(double value);

}  // namespace warpshop::report::html
