#pragma once

#include <string>

namespace warpshop::report {

/// `3.1 %` of 0.0312, to one decimal, never -0.0.
std::string percent(double fraction);

/// `+3.1` of 0.0312, in per cent to one decimal, with its sign unless it is 0.0.
std::string signed_percent(double fraction);

}  // namespace warpshop::report
