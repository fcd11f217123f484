#pragma once

#include <string>

namespace warpshop::report {

/// To so many decimals, or, where those show nothing but 0, to as many as its first digit needs: `1.2` of 1.234,
/// `0.004` of 0.0041 with one. 0 itself is `0`.
std::string rounded(double value, int decimals);

}  // namespace warpshop::report
