#pragma once

#include <cstddef>
#include <string_view>

#include "sim/model/plan.hpp"

namespace warpshop::cli {

/// `1,2,0,3`: a permutation of 0 … tasks - 1. Throws InputError that says which entry is wrong.
Order parse_order(std::string_view text, std::size_t tasks);

}  // namespace warpshop::cli
