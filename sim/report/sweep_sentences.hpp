#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/model/sweep.hpp"

namespace warpshop::report {

/// `k20c, link 2`, of all axes but one.
std::string place_text(const Sweep& sweep, const std::vector<std::size_t>& values, std::size_t without);

/// What the tests of a cell say, a line; empty: there are none, or too few sets for any.
std::string tests_line(const Sweep& sweep, const SweepCell& cell);

/// What stands below all cells, a line each: that there are too few sets for tests; what each axis does; where no axis
/// says anything, how the cells rank.
std::vector<std::string> sweep_lines(const Sweep& sweep);

}  // namespace warpshop::report
