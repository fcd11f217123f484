#pragma once

#include <string>
#include <vector>

#include "sim/model/sweep.hpp"

namespace warpshop::report::html {

/// What each axis does, the others being as they are: curves over its values where they are numbers, with where another
/// policy becomes the best, and box plots; the first ones of many.
std::string effects_markup(const Sweep& sweep);

/// A box a policy and cell, the first ones of many. names: by cell, text.
std::string sweep_boxes(const Sweep& sweep, const std::string& caption, const std::vector<const SweepCell*>& cells,
                        const std::vector<std::string>& names);

}  // namespace warpshop::report::html
