#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpshop {

/// Which of the names somebody may have meant, in their order: those that hold the text or that it holds, and those two
/// letters off at most; capitals, '-', '_' and spaces do not count.
std::vector<std::string> near_names(std::string_view text, const std::vector<std::string>& names);

}  // namespace warpshop
