#pragma once

#include <span>
#include <string>

#include "cli/common_options.hpp"
#include "sim/model/units.hpp"

namespace warpshop::cli {

/// Whether the 95 % interval of the median of so many times is wider than the median itself, which then says little.
/// Of fewer than an interval takes there is none.
bool interval_is_wide(std::span<const Millis> times);

/// A warning on stderr where it is, which names what to do. `what`: whose times they are.
void warn_of_wide_interval(const OutputOptions& options, const std::string& what, std::span<const Millis> times);

}  // namespace warpshop::cli
