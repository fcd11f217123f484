#pragma once

#include <nlohmann/json.hpp>

#include "sim/model/basis.hpp"

namespace warpshop::io {

/// `assumed` and `set`: lists of text, which may be empty.
void add_basis(nlohmann::ordered_json& json, const Basis& basis);

}  // namespace warpshop::io
