#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/sweep.hpp"

namespace warpshop::report {

/// Behind the name of a policy that is best, where another would be at an end of what changes of context may take.
inline constexpr std::string_view kIfAssumed = " (if context_switch is what is assumed)";

/// `k20c, link 2`, of all axes but one.
std::string place_text(const Sweep& sweep, const std::vector<std::size_t>& values, std::size_t without);

/// What the policies cost at both ends of what changes of context may take, and that none is marked as the best where
/// that decides which one is, lines; empty: nothing rests on that.
std::string ends_lines(const Sweep& sweep, const SweepCell& cell);

/// What the tests of a cell say, a line; empty: there are none, or too few sets for any.
std::string tests_line(const Sweep& sweep, const SweepCell& cell);

/// What stands below all cells, a line each: that there are too few sets for tests; what each axis does; where no axis
/// says anything, how the cells rank.
std::vector<std::string> sweep_lines(const Sweep& sweep);

}  // namespace warpshop::report
