#pragma once

#include <string>

#include "sim/model/comparison.hpp"

namespace warpshop::report {

/// The answer to a what-if: what the first policy takes without it, and with it so much less or more; ends with a line
/// feed. Empty where nothing was changed.
std::string unchanged_text(const Comparison& comparison);

}  // namespace warpshop::report
