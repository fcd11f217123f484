#pragma once

#include <optional>
#include <string>

#include "sim/model/recorded_makespan.hpp"

namespace warpshop::report {

/// What was recorded, and what the model says of the same order: how far the other figures are to be trusted. A
/// sentence that ends with a line feed; empty where nothing was recorded.
std::string recorded_text(const std::optional<RecordedMakespan>& span);

}  // namespace warpshop::report
