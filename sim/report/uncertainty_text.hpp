#pragma once

#include <string>

#include "sim/model/comparison.hpp"

namespace warpshop::report {

/// For people: whether the first policy stays first over what is assumed, and which of that to measure first. Empty: it
/// was not asked for.
std::string uncertainty_lines(const Comparison& comparison);

}  // namespace warpshop::report
