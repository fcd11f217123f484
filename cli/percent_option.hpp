#pragma once

#include <string>

namespace warpshop::cli {

/// Checks an argument that is to be per cent, 0 … 1000, such as `5`, `0.5` or `5%`, and takes the sign off. No infinity
/// and nothing that is not a number (`nan`), which would pass every comparison. Answers what is wrong with it; empty:
/// nothing.
std::string check_percent(std::string& text);

}  // namespace warpshop::cli
