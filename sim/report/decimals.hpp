#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpshop::report {

/// To so many decimals, or, where those show nothing but 0, to as many as its first digit needs: `1.2` of 1.234,
/// `0.004` of 0.0041 with one. 0 itself is `0`.
std::string rounded(double value, int decimals);

/// `1 task`, `3 tasks`.
std::string number_of(std::size_t count, std::string_view thing);

}  // namespace warpshop::report
