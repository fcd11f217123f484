#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpshop::cli {

/// Checks an argument that is to be a whole number in low … high and takes its leading zeros off, since CLI11 reads 010
/// as 8. Answers what is wrong with it; empty: nothing.
std::string check_whole_number(std::string& text, std::uint64_t low, std::uint64_t high);

}  // namespace warpshop::cli
