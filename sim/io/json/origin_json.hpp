#pragma once

#include <nlohmann/json.hpp>

#include "sim/model/origin.hpp"

namespace warpshop::io {

/// `file`, `seed`, `budget` (null without one) and `version`, which every document on a workload has. A file name that
/// is not UTF-8 is shown with U+FFFD for what is not.
void add_origin(nlohmann::ordered_json& json, const Origin& origin);

}  // namespace warpshop::io
