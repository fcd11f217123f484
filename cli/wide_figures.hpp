#pragma once

#include <string>

#include "sim/model/device.hpp"

namespace warpshop::cli {

/// Counts the figures of a profile whose 95 % interval is wider than the figure itself, and names the first few, the
/// widest first, in one line; empty where there are none.
std::string wide_figures(const Device& profile);

}  // namespace warpshop::cli
